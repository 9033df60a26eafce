import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import { activated, node, readScenario, scenario } from '../scenario-management/scenario.fixture.ts'
import { rehearsedEntries, settle } from '../scenario-run/run.fixture.ts'
import { good, liveSurvey } from '../survey-management/survey.fixture.ts'
import { createAnswering } from './response.fixture.ts'
import { surveyMetrics } from './survey-metric.ts'

let app: TestApp
let manager: Client
let answering: ReturnType<typeof createAnswering>

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  answering = createAnswering(app, manager)
  await app.application.startWorker()
})
afterAll(() => app.stop())

const answer = async (surveyId: number, contactId: number, score: number) =>
  good(await answering.send(await answering.linkOf(surveyId, contactId), { score }))

/** What a metric says of a record, as health reads it. */
async function metricOf(key: string, recordId: number, level: 1 | 2 | 3): Promise<number | null> {
  const metric = surveyMetrics.find((one) => one.key === key)
  const values: unknown[] = [app.tenantId, recordId]
  const param = (value: string) => `$${values.push(value)}`
  const now = app.clock.now()
  const text = metric?.select({ level, from: null, now, param })
  const { rows } = await app.application.platform.database.owner.query<{ value: string | null }>(
    `select m.value from record r cross join lateral (${text}) m where r.tenant_id = $1 and r.record_id = $2`,
    values,
  )
  const value = rows[0]?.value ?? null
  return value === null ? null : Number(value)
}

const poll = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 50 })

describe('answers of the contacts of an account', () => {
  it('are its NPS and its last rating for health', async () => {
    const accountId = await create(manager, 'accounts', { name: 'Northwind' })
    const { surveyId } = await liveSurvey(manager)
    const csat = await liveSurvey(manager, { type: 'csat' })
    const contacts = [await answering.newContact(accountId), await answering.newContact(accountId)]
    expect(await metricOf('nps', accountId, 2)).toBeNull()
    expect(await metricOf('lastNps', accountId, 2)).toBeNull()
    await answer(surveyId, contacts[0] as number, 10)
    await poll(() => metricOf('nps', accountId, 2)).toBe(100)
    await answer(surveyId, contacts[1] as number, 3)
    await poll(() => metricOf('nps', accountId, 2)).toBe(0)
    expect(await metricOf('lastNps', accountId, 2)).toBe(3)
    expect(await metricOf('lastNps', contacts[0] as number, 3)).toBe(10)
    // Scores of other types are none of NPS.
    await answer(csat.surveyId, contacts[0] as number, 1)
    const timeline = `core/timeline?level=contact&parentIdentifier=${contacts[0]}&kinds=survey`
    await poll(async () => good(await manager.get(timeline)).data.length).toBe(2)
    expect(await metricOf('nps', accountId, 2)).toBe(0)
  })

  it('let it enter the scenarios that wait for them, once each', async () => {
    const accountId = await create(manager, 'accounts', { name: 'Contoso' })
    const [one, other] = [await liveSurvey(manager), await liveSurvey(manager)]
    const waitingFor = (settings: object) =>
      activated(
        manager,
        scenario([node('start', 'onEvent', { type: 'survey_answered', ...settings })], {
          reentry: { rule: 'always', whileRunning: true },
        }),
      )
    const any = await waitingFor({})
    const ofOne = await waitingFor({ surveyId: one.surveyId })
    const unhappy = await waitingFor({ surveyId: one.surveyId, scoreTo: 6 })
    const ofOther = await waitingFor({ surveyId: other.surveyId })
    const contactId = await answering.newContact(accountId)
    await answer(one.surveyId, contactId, 2)
    await answer(one.surveyId, contactId, 5)
    await answer(one.surveyId, await answering.newContact(accountId), 9)
    await settle(app)
    const entered = async (scenarioId: number) =>
      (await readScenario(manager, scenarioId)).nodes[0].executions.summary.completed
    expect([await entered(any), await entered(unhappy), await entered(ofOther)]).toEqual([2, 1, 0])
    const rehearsed = [ofOne, unhappy, ofOther].map((scenarioId) => rehearsedEntries(manager, scenarioId))
    expect(await Promise.all(rehearsed)).toEqual([2, 1, 0])
  })
})
