import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { define, formula } from '../../src/modules/calculation/calculation.fixture.ts'
import { publishModel } from '../../src/modules/health-model/health-model.fixture.ts'
import { stagesOf } from '../../src/modules/lifecycle/lifecycle.fixture.ts'
import { applyPlaybook, createPlaybook } from '../../src/modules/playbook/playbook.fixture.ts'
import { defineField, good } from '../../src/modules/record/record.fixture.ts'
import {
  createScenario,
  node,
  onCreated,
  scenario,
  scenariosPath,
} from '../../src/modules/scenario-management/scenario.fixture.ts'
import { upload } from '../../src/modules/sheet/sheet.fixture.ts'
import { liveSurvey, surveysUrl } from '../../src/modules/survey-management/survey.fixture.ts'
import type { Task } from '../../src/platform/jobs/jobs.ts'
import { notingProgress } from '../../src/platform/jobs/progress.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'

/** More than the largest batch of a job. */
const many = 5100

let app: TestApp
let admin: Client

const owner = () => app.application.platform.database.owner

/** There is no worker: the test does the jobs. */
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  const act = { action: 'create', at: app.clock.now() } as const
  await app.application.modules.records.write(admin.actor, 2, act, () =>
    Array.from({ length: many }, (_, nth) => ({
      kind: 'create' as const,
      values: { name: `Account ${nth}` },
    })),
  )
  await owner().query('analyze')
})
afterAll(() => app.stop())

const startDate = '2026-03-01'

async function removeStage(): Promise<void> {
  const [, from, to] = (await stagesOf(admin)).map(({ lifecycleStageId }) => lifecycleStageId)
  await owner().query('update record set stage_id = $1 where level = 2', [from])
  good(await admin.delete(`core/lifecycles/${from}`, { entityLevel: 'account', moveTo: to }))
}

async function handOver(): Promise<void> {
  const to = await app.newUser('manager')
  const book = { fromUserId: admin.actor.userId, toUserId: to.actor.userId, levels: ['account'] }
  expect(good(await admin.post('core/hand-over', book)).data).toMatchObject({ byJob: true })
}

async function applyPlans(): Promise<void> {
  const form = {
    name: 'Onboarding',
    level: 'account',
    planName: 'Onboarding of {{record.name}}',
    durationDays: 30,
    items: [{ kind: 'MILESTONE', name: 'Kick-off', dueDay: 7, tasks: [] }],
  }
  const { templateId } = good(await admin.post('success-plan/template', form)).data
  const asked = { selection: { filter: '', query: 'Account 1' }, startDate }
  good(await admin.post(`success-plan/template/${templateId}/apply`, asked))
}

async function tryScores(): Promise<void> {
  const { revision } = good(await admin.get('health-management/models/account')).data
  good(await admin.post('health-management/models/account/trial', { revision }))
}

/** Lets all accounts wait in a scenario, as if they had entered it. */
async function sleepers(): Promise<number> {
  const wait = node('sleep', 'wait', { mode: 'period', amount: 30, period: 'day' })
  const scenarioId = await createScenario(admin, scenario([onCreated('sleep'), wait]))
  await owner().query(
    `insert into scenario_run (tenant_id, scenario_id, version, record_id, node_id, node_run_id, state, entry_key,
       exclusive, entered_at, arrived_at, wake_at)
     select $1, $2, 1, r.record_id, n.node_id, nextval('scenario_node_run_node_run_id_seq'), 2, 'test', false,
       now(), now(), now() + interval '1 year'
     from record r join scenario_node n on n.scenario_id = $2 and n.key = 'sleep'
     where r.level = 2 and not r.archived`,
    [app.tenantId, scenarioId],
  )
  return scenarioId
}

async function moveRuns(): Promise<void> {
  const scenarioId = await sleepers()
  const path = `${scenariosPath}/${scenarioId}`
  const { formData, nodes } = good(await admin.get(path)).data
  const longer = nodes.map(({ key, type, settings, next }: Record<string, object>) => ({
    key,
    type,
    settings: String(type) === 'wait' ? { ...settings, amount: 60 } : settings,
    next,
  }))
  good(await admin.put(path, { formData, nodes: longer }))
  good(await admin.post(`${path}/moves`, { version: 2 }))
}

async function importAnswers(): Promise<void> {
  const { surveyId } = await liveSurvey(admin)
  const file = await readFile(new URL('../../fixtures/survey/sfo-2017.csv', import.meta.url))
  const uploadId = await upload(app, admin, 'sfo-2017.csv', file)
  const form = {
    uploadId,
    columns: [{ column: 3, target: 'score' }],
    noAnswer: ['11'],
    answeredOn: startDate,
  }
  good(await admin.post(`${surveysUrl}/${surveyId}/imports`, form))
}

function doTask(name: string, payload: unknown): Promise<void> {
  const { platform, modules } = app.application
  const task = modules.modules.flatMap(({ tasks }) => tasks?.[name] ?? [])[0] as Task
  return task(payload, { signal: new AbortController().signal, log: platform.log })
}

/** What asks for a job, and the least number of batches after which it does not begin again. */
const jobs: readonly (readonly [task: string, least: number, ask: () => Promise<unknown>])[] = [
  ['stage-removal.move', 1, removeStage],
  [
    'scenario.rehearse',
    2,
    async () => {
      const scenarioId = await createScenario(admin, scenario([onCreated()]))
      good(await admin.post(`${scenariosPath}/${scenarioId}/rehearsal`, {}))
    },
  ],
  ['scenario.move', 1, moveRuns],
  ['scenario.end', 1, async () => good(await admin.delete(`${scenariosPath}/${await sleepers()}/archive`))],
  ['health.trial', 1, tryScores],
  [
    'health.run',
    1,
    async () => {
      await publishModel(admin, 2, {})
      await doTask('health:nightly', {})
    },
  ],
  [
    'calculation.run',
    1,
    async () => {
      await defineField(admin, 'account', 'seats', 'number')
      await define(admin, formula('account', 'twice', 'number', '{seats} * 2'))
    },
  ],
  ['plan-template.apply', 1, applyPlans],
  [
    'playbook.apply',
    1,
    async () =>
      applyPlaybook(admin, await createPlaybook(admin), { selection: { filter: '', query: 'Account 1' } }),
  ],
  ['survey.import', 2, importAnswers],
  ['record.hand_over', 10, handOver],
]

/** Does the job that waits for a task; answers how often it noted progress. */
async function doQueued(name: string): Promise<number> {
  const { rows } = await owner().query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [name],
  )
  expect(rows).toHaveLength(1)
  let batches = 0
  const note = async () => void (batches += 1)
  await notingProgress(note, () => doTask(name, rows[0]?.payload))
  return batches
}

it.each(jobs)(
  'attempts at %s are counted from its last batch',
  { timeout: 120_000 },
  async (name, least, ask) => {
    await ask()
    expect(await doQueued(name)).toBeGreaterThanOrEqual(least)
  },
)
