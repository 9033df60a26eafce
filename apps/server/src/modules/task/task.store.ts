import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { parameterOf } from '../../platform/db/parameter.ts'
import {
  columns,
  keys,
  rowOf,
  stateOf,
  type CurrentTask,
  type TaskKey,
  type TaskState,
} from './task.state.ts'

const columnNames = keys.map((key) => columns[key].sql)
const typed = keys.map((key) => `${columns[key].sql} ${columns[key].type}`)

/** The columns of a task `t`, as `stateOf` reads them. */
const stateSql = (t: string): string => columnNames.map((name) => `${t}.${name}`).join(', ')

/** A task that is about to be written. */
export interface WrittenTask {
  taskId: number
  /** Of the task afterwards. */
  version: number
  state: TaskState
}

const jsonOf = (tasks: readonly WrittenTask[]): string =>
  JSON.stringify(tasks.map(({ taskId, version, state }) => rowOf(taskId, version, state)))

/** Columns that an array cannot hold as they are: lists, of which arrays have but one length, and JSON. */
const asText = (type: string): boolean => type.endsWith('[]') || type === 'jsonb'

/** What a column that may not be empty is given where no value is. */
const defaults: Readonly<Record<string, string>> = { checklist: "'[]'", watchers: "'{}'", file_ids: "'{}'" }

/** Columns in which tasks that are created together are alike, as those of a playbook are. */
const uniformKeys: ReadonlySet<TaskKey> = new Set<TaskKey>([
  'type',
  'status',
  'startDate',
  'isDatePinned',
  'recurrence',
  'seriesId',
  'creatorId',
  'watcherIds',
  'fileIds',
  'activityId',
  'completedAt',
  'completedBy',
  'createdAt',
])

/** The parameter with the values of a column, behind the tenant, the ids, the versions and the time. */
const parameter = (nth: number): string => `$${nth + 5}`

/** The source of an insert of tasks: a list for each column, or one value where the tasks are alike in it. */
function sourceSql(areAlike: boolean): string {
  const isOne = (key: TaskKey) => areAlike && uniformKeys.has(key)
  const listed = keys.flatMap((key, nth) => (isOne(key) ? [] : [{ ...columns[key], nth }]))
  const lists = listed.map(({ type, nth }) => `${parameter(nth)}::${asText(type) ? 'text' : type}[]`)
  const values = keys.map((key, nth) => {
    const { sql, type } = columns[key]
    const value = isOne(key) ? `${parameter(nth)}::${type}` : asText(type) ? `x.${sql}::${type}` : `x.${sql}`
    return sql in defaults ? `coalesce(${value}, ${defaults[sql]})` : value
  })
  const [version, versions] = areAlike ? ['$3::int', ''] : ['x.version', '$3::int[], ']
  return `insert into task (tenant_id, task_id, version, updated_at, ${columnNames.join(', ')})
     select $1, x.task_id, ${version}, $4, ${values.join(', ')}
     from unnest($2::bigint[], ${versions}${lists.join(', ')})
       as x(task_id, ${areAlike ? '' : 'version, '}${listed.map(({ sql }) => sql).join(', ')})`
}

// Arrays of types: JSON of as many tasks takes the database as long to read as the tasks take to write.
const insertsAlike = sourceSql(true)
const insertsAny = sourceSql(false)

/** The text of a list or of JSON; null where it is empty, as it is by default. */
function textOf(type: string, value: unknown): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  return type === 'jsonb' ? JSON.stringify(value) : `{${(value as unknown[]).join(',')}}`
}

/** The values of a column, one for each task; none at all where each is empty, which `unnest` fills up with nulls. */
function valuesOf(tasks: readonly WrittenTask[], nth: number): unknown[] {
  const key = keys[nth] as (typeof keys)[number]
  const { type, write } = columns[key]
  const values = tasks.map(({ state }) => {
    const value = write ? write(state[key] as never) : state[key]
    return asText(type) ? textOf(type, value) : value
  })
  return values.every((value) => value === null) ? [] : values
}

const source = `jsonb_to_recordset($2::jsonb) as x(task_id bigint, version integer, ${typed.join(', ')})`

/** Takes the next ids for tasks that are about to be created. */
export async function takeTaskIds(db: Db, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*task.ids*/ select nextval(s.sequence) as id from
       (select pg_get_serial_sequence('task', 'task_id')::regclass as sequence offset 0) s, generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Tasks as the statement takes them that inserts them. */
export interface TaskColumns {
  areAlike: boolean
  ids: unknown
  versions: unknown
  /** Of each column a list as text, or one value. */
  values: readonly unknown[]
}

const isSame = (values: readonly unknown[]): boolean => values.every((value) => value === values[0])

/** Writes the lists as texts: put together ahead, while the database still works on earlier tasks. */
export function columnsOf(tasks: readonly WrittenTask[]): TaskColumns {
  const versions = tasks.map(({ version }) => version)
  const lists = keys.map((_, nth) => valuesOf(tasks, nth))
  const areAlike =
    isSame(versions) && keys.every((key, nth) => !uniformKeys.has(key) || isSame(lists[nth] ?? []))
  const isOne = (key: TaskKey) => areAlike && uniformKeys.has(key)
  return {
    areAlike,
    ids: parameterOf(tasks.map(({ taskId }) => taskId)),
    versions: areAlike ? (versions[0] ?? 1) : parameterOf(versions),
    values: lists.map((list, nth) => (isOne(keys[nth] as TaskKey) ? (list[0] ?? null) : parameterOf(list))),
  }
}

/** Inserts tasks whose ids were just taken for them. */
export async function insertNewTasks(
  tx: Tx,
  tenantId: number,
  { areAlike, ids, versions, values }: TaskColumns,
  at: Date,
): Promise<void> {
  const text = `/*task.insert_new*/ ${areAlike ? insertsAlike : insertsAny}`
  await query(tx, text, [tenantId, ids, versions, at, ...values])
}

/** Inserts tasks that were there before; answers the ids of those that were not there already. */
export async function insertTasks(
  tx: Tx,
  tenantId: number,
  { areAlike, ids, versions, values }: TaskColumns,
  at: Date,
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    `/*task.insert*/ ${areAlike ? insertsAlike : insertsAny} on conflict do nothing returning task_id as id`,
    [tenantId, ids, versions, at, ...values],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Writes tasks that are locked. */
export async function updateTasks(
  tx: Tx,
  tenantId: number,
  tasks: readonly WrittenTask[],
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*task.update*/ update task t set version = x.version, updated_at = $3,
       ${columnNames.map((name) => `${name} = x.${name}`).join(', ')}
     from ${source} where t.tenant_id = $1 and t.task_id = x.task_id`,
    [tenantId, jsonOf(tasks), at],
  )
}

export async function deleteTasks(tx: Tx, tenantId: number, taskIds: readonly number[]): Promise<void> {
  await query(tx, '/*task.delete*/ delete from task where tenant_id = $1 and task_id = any($2::bigint[])', [
    tenantId,
    taskIds,
  ])
}

type Row = Record<string, unknown> & { task_id: number; version: number }

/** Tasks, locked in the order of their ids until the transaction ends; `condition` is about the task `t`. */
export async function lockTasks(
  tx: Tx,
  tenantId: number,
  taskIds: readonly number[],
  condition: string,
): Promise<Map<number, CurrentTask>> {
  const rows = await query<Row>(
    tx,
    `select t.task_id, t.version, ${stateSql('t')} from task t
     where t.tenant_id = $1 and t.task_id = any($2::bigint[]) and ${condition}
     order by t.task_id for no key update of t`,
    [tenantId, taskIds],
  )
  return new Map(
    rows.map((row) => [row.task_id, { taskId: row.task_id, version: row.version, state: stateOf(row) }]),
  )
}

/** Attaches files to tasks, and takes off those that they no longer have. */
export async function putTaskFiles(
  tx: Tx,
  tenantId: number,
  tasks: readonly { taskId: number; fileIds: readonly number[] }[],
): Promise<void> {
  const pairs = tasks.flatMap(({ taskId, fileIds }) => fileIds.map((fileId) => [taskId, fileId] as const))
  const ids = tasks.map(({ taskId }) => taskId)
  const values = [tenantId, ids, pairs.map(([taskId]) => taskId), pairs.map(([, fileId]) => fileId)]
  await query(
    tx,
    `/*task.files*/ with gone as (
       delete from task_file f where f.tenant_id = $1 and f.task_id = any($2::bigint[])
         and (f.task_id, f.file_id) not in (select * from unnest($3::bigint[], $4::int[])))
     insert into task_file (tenant_id, task_id, file_id)
     select $1, x.task_id, x.file_id from unnest($3::bigint[], $4::int[]) x(task_id, file_id)
     on conflict do nothing`,
    values,
  )
}

/** Counts comments of a task. */
export async function addToCommentCount(tx: Tx, tenantId: number, taskId: number, by: number): Promise<void> {
  await query(
    tx,
    `/*task.comments*/ update task set comment_count = comment_count + $3
     where tenant_id = $1 and task_id = $2`,
    [tenantId, taskId, by],
  )
}

/** Which of these tasks have comments. */
export async function findCommented(
  tx: Tx,
  tenantId: number,
  taskIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    `/*task.commented*/ select task_id as id from task
     where tenant_id = $1 and task_id = any($2::bigint[]) and comment_count > 0`,
    [tenantId, taskIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The titles of tasks; `condition` is about the row `t`. */
export async function readTitles(
  db: Db | Tx,
  tenantId: number,
  taskIds: readonly number[],
  condition: string,
): Promise<Map<number, string>> {
  const rows = await query<{ id: number; title: string }>(
    db,
    `/*task.titles*/ select t.task_id as id, t.title from task t
     where t.tenant_id = $1 and t.task_id = any($2::bigint[]) and ${condition}`,
    [tenantId, taskIds],
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Adds a bookmark of a user, or removes it; undefined toggles it. Answers whether it is there. */
export async function setBookmark(
  tx: Tx,
  tenantId: number,
  userId: number,
  taskId: number,
  status: boolean | undefined,
): Promise<boolean> {
  const values = [tenantId, userId, taskId]
  if (status !== true) {
    const removed = await query<{ id: number }>(
      tx,
      'delete from task_bookmark where tenant_id = $1 and user_id = $2 and task_id = $3 returning task_id as id',
      values,
    )
    if (status === false || removed.length > 0) return false
  }
  await query(
    tx,
    'insert into task_bookmark (tenant_id, user_id, task_id) values ($1, $2, $3) on conflict do nothing',
    values,
  )
  return true
}
