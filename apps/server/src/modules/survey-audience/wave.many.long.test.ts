import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { startWorkerProcess } from '../../../test/worker-process.ts'
import { good, liveSurvey, surveysUrl } from '../survey-management/survey.fixture.ts'

const people = 100_000
const kills = 20
const patience = 3_600_000

let app: TestApp
let manager: Client
let worker: ChildProcess | undefined

const owner = () => app.application.platform.database.owner

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await owner().query(
    `insert into record (tenant_id, level, name, email)
     select $1, 3, 'Person ' || n, 'person' || n || '@example.com' from generate_series(1, $2) n`,
    [app.tenantId, people],
  )
  await owner().query('analyze record')
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.stop()
})

const sent = async (): Promise<number> => {
  const { rows } = await owner().query<{ sent: number }>('select sent from survey_wave')
  return rows[0]?.sent ?? 0
}

const poll = (read: () => unknown) => expect.poll(read, { timeout: patience, interval: 20 })

it(
  `sends a wave to ${people} people exactly once although ${kills} workers are killed at any moment`,
  { timeout: patience },
  async () => {
    const { surveyId } = await liveSurvey(manager, { channels: { mail: true } })
    good(await manager.post(`${surveysUrl}/${surveyId}/waves`))
    for (let kill = 1; kill <= kills; kill += 1) {
      worker = startWorkerProcess(app)
      // Each dies while it works on a part of its own of the wave.
      await poll(sent).toBeGreaterThanOrEqual(Math.round((people * kill) / (kills + 1)))
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
    }
    worker = startWorkerProcess(app)
    await poll(async () => good(await manager.get(`${surveysUrl}/${surveyId}/waves`)).data[0].state).toBe(
      'finished',
    )
    const { rows } = await owner().query(
      `select count(*)::int as asks, count(distinct record_id)::int as people,
         (select count(*)::int from message where template = 'survey') as mails,
         (select count(distinct recipient)::int from message where template = 'survey') as recipients
       from survey_ask`,
    )
    expect(rows[0]).toEqual({ asks: people, people, mails: people, recipients: people })
    expect(await sent()).toBe(people)
  },
)
