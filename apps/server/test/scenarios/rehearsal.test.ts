import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PathStep } from '@steward/contracts/scenario/path'
import type { RehearsedPath } from '@steward/contracts/scenario/rehearsal'
import { create, defineField, edit } from '../../src/modules/record/record.fixture.ts'
import { activated, good, scenariosPath } from '../../src/modules/scenario-management/scenario.fixture.ts'
import { settle } from '../../src/modules/scenario-run/run.fixture.ts'
import { dueTask } from '../../src/platform/schedule/due-work.jobs.ts'
import { claimDueWork } from '../../src/platform/schedule/due-work.store.ts'
import { randomOf } from '../fuzz/random.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { byLength } from '../length.ts'
import { randomScenario, type OwnFields } from './random-scenario.ts'

const seed = process.env['SEED'] ?? byLength('short', String(Date.now()))
const groups = byLength(2, 34)
/** Scenarios that run beside each other on the same records, each on fields of its own. */
const atOnce = 30
const accounts = 5
const rounds = 7
/** Between two edits: neither waits nor timespans end when records are edited, to the second. */
const step = 24.5 * 3600_000

let app: TestApp
let manager: Client
const fields: OwnFields[] = []

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  const administrator = await app.as('administrator')
  for (let at = 0; at < atOnce; at += 1) {
    const names = [`first${at}`, `second${at}`]
    for (const name of names) await defineField(administrator, 'account', name, 'number')
    fields.push({ first: names[0] as string, second: names[1] as string })
  }
  await app.application.startWorker()
})
afterAll(() => app.stop())

const owner = () => app.application.platform.database.owner

/** The next time at which a record wakes; undefined where none waits. */
async function nextWake(): Promise<Date | undefined> {
  const { rows } = await owner().query<{ at: Date | null }>(
    'select min(wake_at) as at from scenario_run where tenant_id = $1 and state = 2',
    [app.tenantId],
  )
  return rows[0]?.at ?? undefined
}

/** Moves the clock, and lets records wake at their times on the way. */
async function moveTo(time: number): Promise<void> {
  for (let wake = await nextWake(); wake && wake.getTime() < time; wake = await nextWake()) {
    app.clock.advance(Math.max(0, wake.getTime() - app.clock.now().getTime()))
    await claimDueWork(owner(), app.tenantId, app.clock.now(), 500, dueTask)
    const until = wake.getTime()
    await expect
      .poll(async () => (await nextWake())?.getTime() ?? Infinity, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(until)
    await settle(app)
  }
  app.clock.advance(Math.max(0, time - app.clock.now().getTime()))
}

/** Where a record was, in its order: nodes with its status at each. */
type Way = string[]

const wayOf = (steps: readonly PathStep[]): Way =>
  steps.map(({ nodeKey, status, reason }) => [nodeKey, status, reason].filter(Boolean).join(' '))

async function realWays(scenarioId: number, recordId: number): Promise<Way[]> {
  const { data } = good(await manager.get(`scenario-management/records/${recordId}/runs?limit=200`))
  const own = data.filter((run: { scenarioId: number }) => run.scenarioId === scenarioId)
  const paths = await Promise.all(
    own.map(async ({ runId }: { runId: number }) =>
      wayOf(good(await manager.get(`scenario-management/runs/${runId}`)).data.steps),
    ),
  )
  return paths.toReversed()
}

async function rehearsedWays(scenarioId: number, recordId: number): Promise<Way[]> {
  const url = `${scenariosPath}/${scenarioId}/rehearsal/records/${recordId}`
  const { runs } = good(await manager.get(url)).data as RehearsedPath
  return runs.map(({ steps }) => wayOf(steps))
}

/** What happens to the records of a group. */
async function liveThrough(random: ReturnType<typeof randomOf>): Promise<number[]> {
  const begin = app.clock.now().getTime()
  const ids: number[] = []
  const fill = (): Record<string, unknown> => {
    const chosen = fields.flatMap(({ first, second }) => [first, second]).filter(() => random.chance(0.4))
    return Object.fromEntries(chosen.map((name) => [name, random.pick([null, 0, 1, 2, 3, 4])]))
  }
  for (let round = 0; round < rounds; round += 1) {
    await moveTo(begin + round * step)
    // What happens next would be seen by the conditions of what happened before.
    if (ids.length < accounts) {
      ids.push(await create(manager, 'accounts', { name: `Account ${random.below(1000)}`, ...fill() }))
      await settle(app)
    }
    const edited = ids.filter(() => random.chance(0.6))
    for (const id of edited) await edit(manager, 'accounts', id, fill())
    await settle(app)
    if (random.chance(0.2)) good(await manager.put(`core/accounts/${random.pick(ids)}/archive`, {}))
    await settle(app)
  }
  await moveTo(begin + (rounds + 3) * step)
  return ids
}

it(
  `${groups * atOnce} random scenarios do what their rehearsals say (seed ${seed})`,
  async () => {
    let compared = 0
    for (let group = 0; group < groups; group += 1) {
      const random = randomOf(`${seed} ${group}`)
      const scenarios = []
      for (const own of fields) {
        const body = randomScenario(random, own, `Group ${group} ${own.first}`)
        scenarios.push({ body, scenarioId: await activated(manager, body) })
      }
      const ids = await liveThrough(random)
      for (const { scenarioId, body } of scenarios) {
        good(await manager.post(`${scenariosPath}/${scenarioId}/rehearsal`, { days: rounds + 5 }))
        for (const id of ids) {
          const [real, rehearsed] = [await realWays(scenarioId, id), await rehearsedWays(scenarioId, id)]
          expect(rehearsed, `seed ${seed}, ${JSON.stringify(body)}`).toEqual(real)
          compared += real.flat().length
        }
        good(await manager.delete(`${scenariosPath}/${scenarioId}/archive`))
      }
    }
    expect(compared).toBeGreaterThan(groups * atOnce)
  },
  byLength(300_000, 3_600_000),
)
