import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface Removal {
  removalId: number
  stageId: number
  moveTo: number | null
  userId: number
  changeSetId: number
  requestedAt: Date
  total: number
  moved: number
  finishedAt: Date | null
}

const columns = `removal_id "removalId", stage_id "stageId", move_to "moveTo", user_id "userId",
  change_set_id "changeSetId", requested_at "requestedAt", total, moved, finished_at "finishedAt"`

export type NewRemoval = Omit<Removal, 'removalId' | 'moved' | 'finishedAt'>

export async function insertRemoval(tx: Tx, tenantId: number, removal: NewRemoval): Promise<Removal> {
  const { stageId, moveTo, userId, changeSetId, requestedAt, total } = removal
  const rows = await query<Removal>(
    tx,
    `/*stage_removal.insert*/
    insert into stage_removal (tenant_id, stage_id, move_to, user_id, change_set_id, requested_at, total)
    values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [tenantId, stageId, moveTo, userId, changeSetId, requestedAt, total],
  )
  return rows[0] as Removal
}

/** The latest removal of a stage. */
export async function findRemoval(db: Db, tenantId: number, stageId: number): Promise<Removal | undefined> {
  const rows = await query<Removal>(
    db,
    `/*stage_removal.find*/ select ${columns} from stage_removal
     where tenant_id = $1 and stage_id = $2 order by removal_id desc limit 1`,
    [tenantId, stageId],
  )
  return rows[0]
}

/** One removal, which no one else works on until the transaction ends. */
export async function lockRemoval(tx: Tx, tenantId: number, removalId: number): Promise<Removal | undefined> {
  const rows = await query<Removal>(
    tx,
    `/*stage_removal.lock*/ select ${columns} from stage_removal
     where tenant_id = $1 and removal_id = $2 for update`,
    [tenantId, removalId],
  )
  return rows[0]
}

export async function findRemovalOf(
  tx: Tx,
  tenantId: number,
  changeSetId: number,
): Promise<Removal | undefined> {
  const rows = await query<Removal>(
    tx,
    `/*stage_removal.of*/ select ${columns} from stage_removal where tenant_id = $1 and change_set_id = $2`,
    [tenantId, changeSetId],
  )
  return rows[0]
}

/** Whether records of another stage are on their way into this one. */
export async function isTarget(tx: Tx, tenantId: number, stageId: number): Promise<boolean> {
  const rows = await query(
    tx,
    `/*stage_removal.target*/ select 1 from stage_removal
     where tenant_id = $1 and move_to = $2 and finished_at is null limit 1`,
    [tenantId, stageId],
  )
  return rows.length > 0
}

export async function noteMoved(
  tx: Tx,
  tenantId: number,
  removalId: number,
  { moved, finishedAt }: Pick<Removal, 'moved' | 'finishedAt'>,
): Promise<void> {
  await query(
    tx,
    `/*stage_removal.note*/ update stage_removal set moved = $3, finished_at = $4
     where tenant_id = $1 and removal_id = $2`,
    [tenantId, removalId, moved, finishedAt],
  )
}

/** How many records are in a stage, as the transaction sees them. */
export async function countInStage(tx: Tx, tenantId: number, stageId: number): Promise<number> {
  const rows = await query<{ n: number }>(
    tx,
    '/*stage_removal.count*/ select count(*) as n from record where tenant_id = $1 and stage_id = $2',
    [tenantId, stageId],
  )
  return rows[0]?.n ?? 0
}

/** Some of the records of a stage. */
export async function listInStage(
  tx: Tx,
  tenantId: number,
  stageId: number,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*stage_removal.some*/ select record_id as id from record where tenant_id = $1 and stage_id = $2 limit $3`,
    [tenantId, stageId, limit],
  )
  return rows.map(({ id }) => id)
}

/** The source of a bulk write that moves records to a stage. Their number tells the database what to expect. */
export function movingSource(
  recordIds: readonly number[],
  moveTo: number | null,
): (param: (value: unknown) => string) => string {
  return (param) =>
    `select unnest(${param(recordIds)}::bigint[]) as record_id, 'stageId' as key, to_jsonb(${param(moveTo)}::int) as value`
}
