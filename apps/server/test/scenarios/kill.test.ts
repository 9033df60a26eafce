import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '../../src/modules/record/record.fixture.ts'
import { summaryOf } from '../../src/modules/scenario-run/run.fixture.ts'
import { activated, node, runNow, scenario } from '../../src/modules/scenario-management/scenario.fixture.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { byLength } from '../length.ts'
import { startWorker } from './worker.ts'

const rounds = byLength(2, 100)
const accounts = 40
/** Executions of a round: each record at the trigger and at four nodes. */
const executions = accounts * 5

let app: TestApp
let manager: Client
let worker: ChildProcess | undefined
const ids: number[] = []

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  for (let at = 0; at < accounts; at += 1) {
    ids.push(await create(manager, 'accounts', { name: `Account ${at}`, pulse: 1 }))
  }
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.stop()
})

const owner = () => app.application.platform.database.owner

async function countExecutions(scenarioId: number): Promise<number> {
  const { rows } = await owner().query<{ n: number }>(
    `select count(*)::int as n from scenario_node_run n join scenario_run r using (tenant_id, run_id)
     where r.scenario_id = $1`,
    [scenarioId],
  )
  return rows[0]?.n ?? 0
}

async function countWhere(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await owner().query<{ n: number }>(`select count(*)::int as n from ${text}`, [...values])
  return rows[0]?.n ?? 0
}

it(
  `loses and repeats no action, in ${rounds} rounds in which the worker is killed`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      worker = startWorker(app)
      const title = `Round ${round}`
      const pulse = (round % 4) + 2
      const scenarioId = await activated(
        manager,
        scenario([
          runNow({ ids }, 'ask'),
          node(
            'ask',
            'condition',
            { rule: { field: 'system:pulse', operator: 'set' } },
            { yes: 'set', no: 'end' },
          ),
          node('set', 'setAttribute', { field: 'system:pulse', value: pulse }, 'call'),
          node('call', 'createTask', { title }),
        ]),
      )
      const killAt = Math.floor((executions * (round + 0.5)) / rounds)
      await expect
        .poll(() => countExecutions(scenarioId), { timeout: 60_000, interval: 5 })
        .toBeGreaterThanOrEqual(killAt)
      const dead = once(worker, 'exit')
      worker.kill('SIGKILL')
      await dead
      worker = startWorker(app)
      await expect.poll(() => countExecutions(scenarioId), { timeout: 120_000 }).toBe(executions)
      const stopped = once(worker, 'exit')
      worker.kill('SIGKILL')
      await stopped
      expect(await countWhere('task where title = $1', [title])).toBe(accounts)
      expect(await countWhere('task where title = $1 and record_id = any($2)', [title, ids])).toBe(accounts)
      const written = `changed_record c join record_act a using (tenant_id, change_set_id)
        where a.via_id = $1 and a.via_kind = 'scenario' and c.after ->> 'pulse' = $2`
      expect(await countWhere(written, [scenarioId, String(pulse)])).toBe(accounts)
      for (const key of ['start', 'ask', 'set', 'call', 'end']) {
        expect(await summaryOf(manager, scenarioId, key)).toMatchObject({
          completed: accounts,
          in_progress: 0,
          unattended_failure: 0,
        })
      }
    }
  },
  byLength(300_000, 3_600_000),
)
