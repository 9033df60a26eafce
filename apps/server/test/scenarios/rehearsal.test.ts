import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PathStep } from '@steward/contracts/scenario/path'
import type { RehearsedPath } from '@steward/contracts/scenario/rehearsal'
import { create, defineField, edit } from '../../src/modules/record/record.fixture.ts'
import { activated, good, scenariosPath } from '../../src/modules/scenario-management/scenario.fixture.ts'
import { settle } from '../../src/modules/scenario-run/run.fixture.ts'
import { startMailServer, type MailServer } from '../../src/modules/messenger/messenger.fixture.ts'
import { startReceiver, type Receiver } from '../../src/modules/webhook-management/webhook.fixture.ts'
import { dueTask } from '../../src/platform/schedule/due-work.jobs.ts'
import { claimDueWork } from '../../src/platform/schedule/due-work.store.ts'
import { randomOf } from '../fuzz/random.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { byLength } from '../length.ts'
import { setLimits } from './deliveries.ts'
import { randomScenario, type OwnFields } from './random-scenario.ts'

const seed = process.env['SEED'] ?? byLength('short', String(Date.now()))
const groups = byLength(2, 34)
/** Scenarios that run beside each other on the same records, each on fields of its own. */
const atOnce = 30
const accounts = 5
const rounds = 7
/** Between two rounds of edits: no waits and no timespans of days end while records are edited, to the minute. */
const step = 24.2 * 3600_000

/** Between what happens to different records in a round, so that it is clear what came first. */
const minute = 60_000

let app: TestApp
let manager: Client
let mails: MailServer
let receiver: Receiver
const fields: OwnFields[] = []

beforeAll(async () => {
  mails = await startMailServer()
  receiver = await startReceiver()
  app = await startTestApp({
    SMTP_URL: mails.url,
    MAIL_FROM: 'Steward <steward@company.example>',
    ALLOW_PRIVATE_ADDRESSES: 'on',
  })
  manager = await app.as('manager')
  // A rehearsal knows no limit of emails.
  await setLimits(manager, {})
  const administrator = await app.as('administrator')
  for (let at = 0; at < atOnce; at += 1) {
    const names = [`first${at}`, `second${at}`]
    for (const name of names) await defineField(administrator, 'account', name, 'number')
    const text = `text${at}`
    await defineField(administrator, 'account', text, 'string')
    fields.push({ first: names[0] as string, second: names[1] as string, text })
  }
  await app.application.startWorker()
})
afterAll(async () => {
  await app.stop()
  await mails.stop()
  await receiver.stop()
})

const owner = () => app.application.platform.database.owner

/** The next time at which a record wakes; undefined where none waits. */
async function nextWake(): Promise<Date | undefined> {
  const { rows } = await owner().query<{ at: Date | null }>(
    'select min(wake_at) as at from scenario_run where tenant_id = $1 and state = 2',
    [app.tenantId],
  )
  return rows[0]?.at ?? undefined
}

async function countUndelivered(): Promise<number> {
  const { rows } = await owner().query<{ n: number }>(
    'select count(*)::int as n from scenario_delivery where tenant_id = $1 and state = 1',
    [app.tenantId],
  )
  return rows[0]?.n ?? 0
}

/** Approves every question. Answers how many there were. */
async function approveAll(): Promise<number> {
  const { data } = good(await manager.get('scenario-management/approvals?everyone=true&limit=200'))
  for (const { approvalId } of data) {
    good(await manager.post(`scenario-management/approvals/${approvalId}/decide`, { approved: true }))
  }
  return data.length
}

/** Waits until nothing goes on any more: what is sent has arrived, and what is asked is approved. */
async function calm(): Promise<void> {
  do {
    await settle(app)
    await expect.poll(countUndelivered, { timeout: 60_000, interval: 20 }).toBe(0)
    await settle(app)
  } while ((await approveAll()) > 0)
}

/** Lets something happen, a minute after what happened before. */
async function happens(act: () => Promise<unknown>): Promise<void> {
  app.clock.advance(minute)
  await act()
  await calm()
}

/** Makes an account, mostly with a contact. No scenario sees one without the other, as it might otherwise. */
async function addAccount(
  name: string,
  values: Record<string, unknown>,
  hasContact: boolean,
): Promise<number> {
  const holding = await owner().connect()
  try {
    await holding.query('begin')
    await holding.query('select pg_advisory_xact_lock(7401, $1)', [app.tenantId])
    const account = await create(manager, 'accounts', { name, ...values })
    if (hasContact)
      await create(manager, 'contacts', { name: `Contact of ${name}`, account, email: 'contact@example.com' })
    return account
  } finally {
    await holding.query('rollback')
    holding.release()
  }
}

const addNote = async (recordId: number) =>
  good(
    await manager.post('core/notes', {
      level: 'account',
      parentIdentifier: recordId,
      title: 'Met',
      description: 'At the fair',
    }),
  )

/** Moves the clock, and lets records wake at their times on the way. */
async function moveTo(time: number): Promise<void> {
  for (let wake = await nextWake(); wake && wake.getTime() < time; wake = await nextWake()) {
    app.clock.advance(Math.max(0, wake.getTime() - app.clock.now().getTime()))
    await claimDueWork(owner(), app.tenantId, app.clock.now(), 500, dueTask)
    const until = wake.getTime()
    await expect
      .poll(async () => (await nextWake())?.getTime() ?? Infinity, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(until)
    await calm()
  }
  app.clock.advance(Math.max(0, time - app.clock.now().getTime()))
}

/** Where a record was, in its order: nodes with its status at each. */
type Way = string[]

/** Who approved is not known in a rehearsal. */
const isApproval = /^askApproval/

const wayOf = (steps: readonly PathStep[]): Way =>
  steps.map(({ nodeKey, status, reason }) =>
    [nodeKey, status, !isApproval.test(nodeKey) && reason].filter(Boolean).join(' '),
  )

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
      const name = `Account ${random.below(1000)}`
      const hasContact = random.chance(0.8)
      await happens(async () => ids.push(await addAccount(name, fill(), hasContact)))
    }
    const edited = ids.filter(() => random.chance(0.6))
    await happens(() => Promise.all(edited.map((id) => edit(manager, 'accounts', id, fill()))))
    const noted = ids.filter(() => random.chance(0.4))
    await happens(() => Promise.all(noted.map(addNote)))
    if (random.chance(0.2)) {
      await happens(async () => good(await manager.put(`core/accounts/${random.pick(ids)}/archive`, {})))
    }
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
        const body = randomScenario(random, own, `Group ${group} ${own.first}`, receiver.url)
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
