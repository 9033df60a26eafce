import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts'
import { memoryOf } from './cpu.ts'
import { usualCalls, type UsualCall } from './growth/calls.ts'
import { fields, fillTenant, settleDatabase, type Template } from './growth/filling.ts'
import { machine, writePage, type Axis, type Figure, type Step } from './growth/page.ts'
import { copyTenant, signer, withoutIndexes } from './growth/tenants.ts'
import { load, once, type Figures, type Target } from './load.ts'
import { startSteward } from './stage.ts'

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '1000' },
    records: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const mostTenants = Number(values.tenants)
const mostRecords = Number(values.records)
const seconds = Number(values.seconds)

/** How many records every company has while their number grows. */
const recordsEach = 1000
const clients = 8
const rounds = 3

const powers = (from: number, to: number): number[] => (from > to ? [] : [from, ...powers(from * 10, to)])

interface Ground {
  client: pg.Client
  steward: Target
  template: Template
  headersOf: (tenantId: number) => Promise<Record<string, string>>
}

const say = (text: string): void => void process.stderr.write(`  ${text}\n`)

async function readTemplate(client: pg.Client, steward: Target): Promise<Template> {
  const fieldIds: number[] = []
  for (const field of fields) {
    const body = { ...field, columnLevel: 'account' }
    const made = await once(steward, { method: 'POST', path: '/api/core/fields', body })
    fieldIds.push((made as { data: { customColumnId: number } }).data.customColumnId)
  }
  const { rows } = await client.query<Omit<Template, 'fieldIds' | 'stages'>>(
    'select tenant_id as "tenantId", user_id as "userId", session_id as "sessionId" from session order by 3 desc limit 1',
  )
  const stages = await client.query<{ stages: Template['stages'] }>(
    `select jsonb_object_agg(level, id) as stages from (select level, min(stage_id) as id from lifecycle_stage group by 1) s`,
  )
  return { ...(rows[0] as Template), fieldIds, stages: stages.rows[0]?.stages as Template['stages'] }
}

/** Calls that take turns over companies, with the headers of each. */
async function callsTo(ground: Ground, tenantIds: readonly number[], records: number) {
  const headers = await Promise.all(tenantIds.map((tenantId) => ground.headersOf(tenantId)))
  return ({ call }: UsualCall) =>
    (n: number) => ({
      ...call(n, records),
      // A step that shares no factor with their number comes to all of them, and to no neighbors.
      headers: headers[(n * 7919) % headers.length] as Record<string, string>,
    })
}

const median = (list: readonly Figures[]): Figures =>
  list.toSorted((one, other) => one.cpu - other.cpu)[Math.floor(list.length / 2)] as Figures

/** Asks until every index that the calls want is made. */
async function settleIndexes(ground: Ground, callOf: (n: number) => object): Promise<void> {
  const ask =
    'select count(*)::int as n, count(*) filter (where ready_at is null)::int as waiting from field_index'
  for (let before = -1, round = 0; round < 600; round += 1) {
    await once(ground.steward, callOf(round) as never)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const { rows } = await ground.client.query<{ n: number; waiting: number }>(ask)
    const { n = 0, waiting = 0 } = rows[0] ?? {}
    if (waiting === 0 && n === before) return
    before = n
  }
}

async function measure(ground: Ground, size: number, tenantIds: number[], records: number): Promise<Step> {
  const { client, steward } = ground
  const toThese = await callsTo(ground, tenantIds, records)
  const figures: Figure[] = []
  for (const usual of usualCalls) {
    const callOf = toThese(usual)
    await settleIndexes(ground, callOf)
    // Once to each company, so that what is kept of it is there.
    for (let n = 0; n < tenantIds.length; n += clients)
      await Promise.all(Array.from({ length: clients }, (_, at) => once(steward, callOf(n + at))))
    const taken: Figures[] = []
    // Goes on counting: a change that was made already would be none.
    for (let round = 0, sent = 0; round < rounds; round += 1) {
      const from = sent
      const each = await load(steward, (n) => callOf(from + n), seconds, clients)
      sent += each.last
      taken.push(each)
    }
    const { cpu, serverCpu, p50, p95 } = median(taken)
    figures.push({ call: usual.name, cpu, database: cpu - serverCpu, p50, p95 })
    say(`${size}: ${usual.name} ${cpu.toFixed(2)} ms (database ${(cpu - serverCpu).toFixed(2)})`)
  }
  const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
  const databaseSize = Number(rows[0]?.size) / 1024 ** 2
  return { size, figures, memory: memoryOf(steward.pids[0] ?? 0).now, databaseSize }
}

/** Calls everything for a while, so that what is measured first is compiled as well as what comes last. */
async function warmUp(ground: Ground): Promise<void> {
  const toFirst = await callsTo(ground, [ground.template.tenantId], recordsEach)
  for (const usual of usualCalls) await load(ground.steward, toFirst(usual), seconds, clients)
}

/** Anyone who ends the run early has what was measured. */
function keep(axes: readonly Axis[]): void {
  if (values.json) writeFileSync(values.json, JSON.stringify(axes, null, 2))
}

/** Ever more companies of the same size, called in turn. */
async function* growTenants(ground: Ground): AsyncGenerator<Axis> {
  const { client, template } = ground
  await fillTenant(client, template.tenantId, recordsEach, template)
  await settleDatabase(client)
  await warmUp(ground)
  const title = `CPU ms for one call, companies of ${recordsEach.toLocaleString('en')} records each`
  const steps: Step[] = []
  let there = 1
  for (const size of powers(1, mostTenants)) {
    if (size > there) await copyTenant(client, template.tenantId, there + 1, size, true)
    there = size
    await settleDatabase(client)
    const tenantIds = Array.from({ length: size }, (_, at) => at + 1)
    steps.push(await measure(ground, size, tenantIds, recordsEach))
    yield { name: 'tenants', title, unit: 'companies', steps }
  }
}

/** One company of ever more records, beside all the others. */
async function* growRecords(ground: Ground): AsyncGenerator<Axis> {
  const { client, template } = ground
  const title = `CPU ms for one call, one company beside ${mostTenants.toLocaleString('en')} others`
  const steps: Step[] = []
  for (const [at, size] of powers(1000, mostRecords).entries()) {
    const tenantId = mostTenants + 1 + at
    await copyTenant(client, template.tenantId, tenantId, tenantId, false)
    await withoutIndexes(client, () => fillTenant(client, tenantId, size, template))
    await settleDatabase(client)
    steps.push(await measure(ground, size, [tenantId], size))
    yield { name: 'records', title, unit: 'records', steps }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'steward-growth-'))
const database = await startEmbedded(folder)
const databasePid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const steward = await startSteward(database.url, folder, databasePid)
try {
  const template = await readTemplate(client, steward)
  // What is filled in here has been there for long: no trigger and no key asks about it.
  await client.query('set session_replication_role = replica')
  const ground = { client, steward, template, headersOf: signer(folder, template) }
  const axes: Axis[] = []
  for (const [at, grow] of [growTenants, growRecords].entries()) {
    for await (const axis of grow(ground)) {
      axes[at] = axis
      keep(axes)
    }
  }
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  if (values.write) writePage(axes, machine(rows[0]?.version ?? ''))
} finally {
  steward.process.kill('SIGTERM')
  await new Promise((resolve) => steward.process.once('exit', resolve))
  await client.end()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
