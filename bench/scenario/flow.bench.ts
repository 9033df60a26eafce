import { memoryOf } from '../cpu.ts'
import type { Stage } from '../stage.ts'
import { callScenario, countEntering, createScenario, node, untilCompleted } from './call.ts'

export interface FlowFigures {
  records: number
  /** Records per second. */
  bareRate: number
  rate: number
  /** Megabytes of the server above those when idle. */
  memory: number
}

/**
 * The floor: one statement for each table writes the same rows into tables with the same indexes: the values, their
 * changes and those of the tasks, the tasks, and for each record a run and an execution at each of five nodes.
 */
async function bareFlow({ client, setup }: Stage, fieldId: number): Promise<number> {
  await client.query(`
    create table ideal.flow_record (like record including all);
    create table ideal.flow_change (like change including all);
    create table ideal.flow_item (like item_change including all);
    create table ideal.flow_task (like task including all);
    create table ideal.flow_run (like scenario_run including all);
    create table ideal.flow_node_run (like scenario_node_run including all);`)
  // A generated column is left to the table.
  const { rows: columns } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'record' and is_generated = 'NEVER'`,
  )
  const names = columns[0]?.names ?? ''
  await client.query(
    `insert into ideal.flow_record (${names}) overriding system value select ${names} from record where level = 2`,
  )
  const { tenantId } = setup
  const key = String(fieldId)
  const from = performance.now()
  await client.query(
    `update ideal.flow_record set custom = custom || jsonb_build_object($1::text, 7), version = version + 1,
       updated_at = now()`,
    [key],
  )
  await client.query(
    `insert into ideal.flow_change (tenant_id, change_set_id, record_id, kind, before, after, version)
     select tenant_id, 1, record_id, 2, jsonb_build_object($1::text, null), jsonb_build_object($1::text, 7), version
     from ideal.flow_record`,
    [key],
  )
  await client.query(
    `with made as (
       insert into ideal.flow_task (tenant_id, type, status, priority, assignee_id, record_id, title, created_at, updated_at)
       select tenant_id, 1, 1, 2, owners[1], record_id, 'Call ' || name, now(), now() from ideal.flow_record
       returning tenant_id, task_id)
     insert into ideal.flow_item (tenant_id, change_set_id, subject, item_id, kind, version)
     select tenant_id, 2, 'task', task_id, 1, 1 from made`,
  )
  await client.query(
    `with made as (
       insert into ideal.flow_run (tenant_id, scenario_id, version, record_id, node_id, node_run_id, state, entry_key,
         exclusive, entered_at, arrived_at, ended_at)
       select tenant_id, 1, 1, record_id, 5, 1, 4, 'activation:1', false, now(), now(), now() from ideal.flow_record
       returning tenant_id, run_id, record_id)
     insert into ideal.flow_node_run (tenant_id, run_id, node_id, record_id, status, change_set_id, at)
     select m.tenant_id, m.run_id, n, m.record_id, 2, n, now() from made m cross join generate_series(1, 5) n`,
  )
  const seconds = (performance.now() - from) / 1000
  const { rows } = await client.query<{ n: string }>(
    'select count(*) as n from ideal.flow_record where tenant_id = $1',
    [tenantId],
  )
  return Number(rows[0]?.n) / seconds
}

/** Lets all accounts go through condition, Set Attribute, Create Task and End. */
export async function benchFlow(stage: Stage): Promise<FlowFigures> {
  const { setup, steward } = stage
  const bareRate = await bareFlow(stage, setup.fields[1]?.id ?? 0)
  const records = await countEntering(stage)
  const scenarioId = await createScenario(stage, [
    node('start', 'runNow', { selection: { filter: '' } }, 'ask'),
    node('ask', 'condition', { rule: { field: 'name', operator: 'set' } }, { yes: 'set', no: 'end' }),
    node('set', 'setAttribute', { field: 'number_2', value: 815 }, 'call'),
    node('call', 'createTask', { title: 'Call {{record.name}}' }),
  ])
  const [pid = 0] = steward.pids
  const idle = memoryOf(pid).now
  let most = idle
  const from = performance.now()
  await callScenario(stage, 'PATCH', `${scenarioId}/activate`)
  await untilCompleted(stage, scenarioId, 'end', records, () => (most = Math.max(most, memoryOf(pid).now)))
  return { records, bareRate, rate: records / ((performance.now() - from) / 1000), memory: most - idle }
}
