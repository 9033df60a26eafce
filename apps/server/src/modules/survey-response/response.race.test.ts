import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'
import { createAnswering } from './response.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

interface Item {
  response_id: number
  item_id: number
}

it('a response that is being put on timelines is deleted together with its item', async () => {
  const answering = createAnswering(app, manager)
  const { owner } = app.application.platform.database
  const contactId = await answering.newContact(await create(manager, 'accounts', { name: 'Northwind' }))
  const { surveyId } = await liveSurvey(manager)
  good(await answering.send(await answering.linkOf(surveyId, contactId), { score: 2 }))
  const timeline = async () =>
    good(await manager.get(`core/timeline?level=contact&parentIdentifier=${contactId}&kinds=survey`)).data
  await expect.poll(async () => (await timeline()).length, { timeout: 30_000 }).toBe(1)

  const { rows } = await owner.query<Item>('delete from survey_response_item returning response_id, item_id')
  const [item] = rows as [Item]
  // The job that puts responses on timelines locks them first and records their items last.
  const following = await owner.connect()
  await following.query('begin')
  await following.query('select from survey_response where response_id = $1 for update', [item.response_id])
  await following.query('insert into survey_response_item values ($1, $2, $3)', [
    app.tenantId,
    item.response_id,
    item.item_id,
  ])
  const deleted = manager.delete(`${surveysUrl}/${surveyId}/responses/${item.response_id}`)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await owner.query(waiting)).rowCount).not.toBe(0)
  await following.query('commit')
  following.release()
  good(await deleted)
  expect(await timeline()).toEqual([])
})
