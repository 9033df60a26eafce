import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { cpuOf } from '../cpu.ts'
import type { Stage } from '../stage.ts'
import { callScenario, createScenario, node } from './call.ts'

export interface RehearsalFigures {
  accounts: number
  changes: number
  /** CPU milliseconds of the bare reading, and of the rehearsal: of the database, and of the process that reads. */
  bare: number
  rehearsed: number
  /** Actions that it collected. */
  actions: number
}

const changesOfEach = 20
const days = 90
/** Accounts whose changes the floor reads at once, as a rehearsal does. */
const windowSize = 2000

/** Gives each account 20 changes of a number within 90 days, as acts of their own. */
async function fillHistory({ client, setup }: Stage, fieldId: number): Promise<number> {
  await client.query(
    `with account as (
       select record_id, row_number() over (order by record_id) as nth from record where tenant_id = $1 and level = 2),
     made as (
       select a.record_id, a.nth, s.step, now() - $2 * interval '1 day' * (1 - s.step / 21.0) - a.nth * interval '1 ms' as at
       from account a cross join generate_series(1, ${changesOfEach}) s(step)),
     numbered as (
       select m.*, (select coalesce(max(change_set_id), 0) from change_set) + row_number() over (order by at) as set_id
       from made m),
     acts as (
       insert into change_set (tenant_id, change_set_id, source, action, at) overriding system value
       select $1, set_id, 'api', 'edit', at from numbered)
     insert into change (tenant_id, change_set_id, record_id, kind, before, after, version)
     select $1, set_id, record_id, 2, jsonb_build_object($3::text, (step - 1) % 5), jsonb_build_object($3::text, step % 5), step
     from numbered`,
    [setup.tenantId, days - 1, String(fieldId)],
  )
  const { rowCount } = await client.query(
    `update record set version = ${changesOfEach + 1}, custom = custom || jsonb_build_object($2::text, 0)
     where tenant_id = $1 and level = 2`,
    [setup.tenantId, String(fieldId)],
  )
  await client.query(
    `select setval(pg_get_serial_sequence('change_set', 'change_set_id'), (select max(change_set_id) from change_set))`,
  )
  await client.query('analyze change, change_set, record')
  return (rowCount ?? 0) * changesOfEach
}

/** The floor: one connection reads the same changes in windows of as many accounts, and keeps none. */
async function readBare({ url, setup, databasePid }: Stage): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const before = cpuOf(databasePid) + cpuOf(process.pid)
  let after = 0
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      `select record_id as id from record where tenant_id = $1 and level = 2 and record_id > $2
       order by record_id limit ${windowSize}`,
      [setup.tenantId, after],
    )
    if (rows.length === 0) break
    await client.query(
      `select c.change_set_id, c.record_id, c.kind, c.before, c.after, s.at
       from change c join change_set s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id
       where c.tenant_id = $1 and c.record_id = any($2::bigint[]) and s.at >= now() - interval '${days} days'
       order by c.record_id, c.version, c.change_set_id`,
      [setup.tenantId, rows.map(({ id }) => id)],
    )
    after = Number(rows.at(-1)?.id)
  }
  await client.end()
  return cpuOf(databasePid) + cpuOf(process.pid) - before
}

/** Rehearses a scenario that follows a number through condition, attribute and task. */
export async function benchRehearsal(stage: Stage, accounts: number): Promise<RehearsalFigures> {
  const { fields } = stage.setup
  const fieldId = fields[0]?.id ?? 0
  const changes = await fillHistory(stage, fieldId)
  const scenarioId = await createScenario(stage, [
    node(
      'start',
      'onEvent',
      {
        type: 'change_attribute',
        attribute: 'number_1',
        changeType: 'percentage',
        deviationType: 'increase',
        value: 100,
        precision: 'at_least',
      },
      'ask',
    ),
    node(
      'ask',
      'condition',
      { rule: { field: 'number_1', operator: 'greaterEqual', value: 2 } },
      { yes: 'set', no: 'end' },
    ),
    node('set', 'setAttribute', { field: 'number_2', value: 7 }, 'call'),
    node('call', 'createTask', { title: 'Call {{record.name}}' }),
  ])
  await readBare(stage)
  const bare = await readBare(stage)
  const { databasePid, steward } = stage
  const spent = () => cpuOf(databasePid) + cpuOf(steward.pids[0] ?? 0)
  const before = spent()
  await callScenario(stage, 'POST', `${scenarioId}/rehearsal`, {})
  for (;;) {
    const rehearsal = await callScenario<{ state: string; actions: number }>(
      stage,
      'GET',
      `${scenarioId}/rehearsal`,
    )
    if (rehearsal.state === 'failed') throw new Error('The rehearsal failed')
    if (rehearsal.state === 'done') {
      return { accounts, changes, bare, rehearsed: spent() - before, actions: rehearsal.actions }
    }
    await wait(500)
  }
}
