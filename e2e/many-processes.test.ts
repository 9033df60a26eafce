import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { byLength } from '../apps/server/test/length.ts'
import { call, signIn, type Client } from '../faults/client.ts'
import { sharedBrowser } from './browser/shared.ts'
import { signInByApi } from './client.ts'
import { createField, createRecord } from './customers.ts'
import { createInBrowser, editInBrowser } from './processes/browsing.ts'
import { startCluster, type Cluster } from './processes/cluster.ts'
import { keepRefreshing } from './processes/refreshing.ts'
import { makeRestless } from './processes/restlessness.ts'
import { checkBulk, checkMails, settle, startJobs, type StartedJobs } from './processes/starting-jobs.ts'
import { startWriting, type Writing } from './processes/writing.ts'
import { visitAs } from './visitor.ts'

/** Draws which process ends when; PROCESSES_SEED repeats a run as far as machines repeat themselves. */
const seed = Number(process.env['PROCESSES_SEED'] ?? Date.now() % 1_000_000)
/** For how long processes are killed, in seconds. */
const seconds = Number(process.env['PROCESSES_SECONDS'] ?? byLength(45, 120))

/** So many processes end in any case, however slow the machine is; people finish their rounds likewise. */
const leastActs = 4

let cluster: Cluster
let browser: Browser
let client: Client

beforeAll(async () => {
  ;[cluster, browser] = await Promise.all([startCluster({ web: 3, worker: 2 }), sharedBrowser()])
  client = await signIn(() => cluster.server.url)
})

afterAll(async () => {
  await cluster?.stop()
})

/** Every record of the tag has one creation in the ledger, and the value that was acknowledged last. */
async function checkWritten({ written }: Writing, tag: string): Promise<string[]> {
  const rows = await cluster.sql<{ id: string; pulse: number | null; creations: number }>(
    `select external_id id, pulse, (select count(*)::int from change c
       where c.tenant_id = r.tenant_id and c.record_id = r.record_id and c.kind = 1) creations
     from record r where level = 1 and external_id like $1 || '-%'`,
    [tag],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const faults = [...written].flatMap(([id, pulse]) => {
    const row = found.get(id)
    const isRight = row?.creations === 1 && (row.pulse ?? 0) >= pulse
    return isRight ? [] : [`${id} was acknowledged with ${pulse} and is ${JSON.stringify(row)}`]
  })
  return rows.length === found.size ? faults : [...faults, 'An external id is there twice']
}

test('processes that are told to stop lose no call: none fails', { timeout: 180_000, retry: 0 }, async () => {
  const writers = ['calm1', 'calm2', 'calm3'].map((tag) => startWriting(client, tag))
  onTestFinished(() => Promise.all(writers.map((writer) => writer.stop())).then(() => undefined))
  const [webs, workers] = (['web', 'worker'] as const).map((role) =>
    cluster.members.filter((member) => member.role === role),
  )
  await Promise.all(
    [webs, workers].map(async (members = []) => {
      for (const member of members) await cluster.replace(member, 'SIGTERM', 0)
    }),
  )
  await Promise.all(writers.map((writer) => writer.stop()))
  expect([...cluster.deserters, ...cluster.cutOff]).toEqual([])
  expect(writers.flatMap(({ faults }) => faults)).toEqual([])
  expect(writers.flatMap(({ unanswered }) => unanswered)).toEqual([])
  for (const [at, writer] of writers.entries()) {
    expect(writer.written.size).toBeGreaterThan(3)
    expect(await checkWritten(writer, `calm${at + 1}`)).toEqual([])
  }
})

test(
  'people and workers go on while processes are killed: nothing acknowledged is lost, nothing is done twice',
  { timeout: 600_000, retry: 0 },
  async () => {
    process.stdout.write(`PROCESSES_SEED=${seed}\n`)
    const setUp = await signInByApi(cluster.server)
    await createField(setUp, 'account', 'Seats', 'number')
    const { accountId = 0 } = await createRecord(setUp, 'accounts', { name: 'Lantern Works' })
    const { organizationId = 0 } = await createRecord(setUp, 'organizations', { name: 'Northern Lights' })
    const { userId } = setUp.signedIn.user
    const visitors = await Promise.all([1, 2].map(() => visitAs(browser, cluster.server)))
    const [first, second] = visitors.map(({ page }) => page)
    if (!first || !second) throw new Error('There are two windows')
    const created: string[] = []
    const started: StartedJobs = { imports: new Map(), bulkUpdates: [], mails: new Set() }

    const restless = makeRestless(cluster, seed, ['SIGKILL', 'SIGKILL', 'SIGTERM'])
    const writing = startWriting(client, 'rough')
    const refreshing = keepRefreshing(cluster.server.url)
    const browsing = [
      editInBrowser(first, accountId, 'Seats'),
      createInBrowser(second, 'Nora of the browser', created),
    ]
    const stopAll = async () => {
      await restless.stop()
      await Promise.all([writing, refreshing, ...browsing].map((part) => part.stop()))
    }
    onTestFinished(stopAll)
    const until = Date.now() + seconds * 1000
    // A page that comes broken costs a visitor up to 20 s, so a fixed time may end within a visitor's first round.
    const haveAllGoneOn = () =>
      restless.acts.length >= leastActs &&
      created.length > 0 &&
      refreshing.times > 5 &&
      browsing.every(({ rounds }) => rounds > 1)
    for (let serial = 1; Date.now() < until || !haveAllGoneOn(); serial += 1) {
      await startJobs(client, started, { tag: `round${serial}`, userId, organizationId })
      await wait(6000)
    }
    await stopAll()
    process.stdout.write(`${restless.acts.length} processes ended: ${restless.acts.join(', ')}\n`)
    await settle(cluster)

    expect(cluster.deserters).toEqual([])
    expect([...writing.faults, ...refreshing.faults, ...browsing.flatMap(({ faults }) => faults)]).toEqual([])
    expect(await checkWritten(writing, 'rough')).toEqual([])
    expect(await checkBulk(cluster, client, started)).toEqual([])
    expect(await checkMails(cluster, started)).toEqual([])
    const contacts = await cluster.sql<{ name: string }>('select name from record where name = any($1)', [
      created,
    ])
    expect(contacts.map(({ name }) => name).toSorted()).toEqual(created.toSorted())
    await Promise.all(visitors.map(({ context }) => context.close()))
  },
)

test('whoever is asked has heard of what changed, also those that began since', { retry: 0 }, async () => {
  const ports = cluster.members.filter(({ role }) => role === 'web').map((member) => member.process.port)
  const headers = await client.headers()
  for (let serial = 1; serial <= 10; serial += 1) {
    const displayName = `Heard ${serial}`
    await client.post('/core/fields', { displayName, dataType: 'string', columnLevel: 'account' })
    const seen = await Promise.all(
      ports.map(async (port) => {
        const base = `http://127.0.0.1:${port}`
        const { body } = await call(base, 'GET', '/core/fields?level=account', undefined, headers)
        return (body.data as { displayName: string }[]).some((field) => field.displayName === displayName)
      }),
    )
    expect(seen).toEqual([true, true, true])
  }
})
