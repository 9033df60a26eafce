import type { PlaybookApplication } from '@steward/contracts/playbook/instance'
import type { Via } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { SelectionSql } from '../record-list/index.ts'

export interface ApplicationOptions {
  startDate: string
  endDate: string | null
  ownerId: number | null
}

export interface StoredApplication {
  applicationId: number
  templateId: number
  version: number
  userId: number
  via: Via | null
  options: ApplicationOptions
  /** 1: running, 2: completed, 3: failed. */
  state: number
  matched: number
  processed: number
  applied: number
  refused: number
  running: number
  tasks: number
  failure: string | null
  changeSetId: number | null
  createdAt: Date
}

const columns = `application_id "applicationId", template_id "templateId", version, user_id "userId", via, options,
  state, matched, processed, applied, refused, running, tasks, failure, change_set_id "changeSetId",
  created_at "createdAt"`

export type NewApplication = Pick<
  StoredApplication,
  'templateId' | 'version' | 'userId' | 'via' | 'options' | 'createdAt'
>

/** Starts an application with its records in batches; answers its id and how many records there are. */
export async function insertApplication(
  tx: Tx,
  tenantId: number,
  { templateId, version, userId, via, options, createdAt }: NewApplication,
  selection: SelectionSql,
  batchSize: number,
): Promise<{ applicationId: number; matched: number }> {
  const [row] = await query<{ applicationId: number }>(
    tx,
    `/*playbook.insert_application*/
     insert into playbook_application (tenant_id, template_id, version, user_id, via, options, state, matched, created_at)
     values ($1, $2, $3, $4, $5, $6, 1, 0, $7) returning application_id "applicationId"`,
    [tenantId, templateId, version, userId, via && JSON.stringify(via), JSON.stringify(options), createdAt],
  )
  const applicationId = row?.applicationId as number
  const values: unknown[] = [tenantId, applicationId, batchSize]
  const chosen = selection((value) => `$${values.push(value)}`)
  const [counted] = await query<{ matched: number }>(
    tx,
    `with kept as (
       insert into playbook_target (tenant_id, application_id, rows_before, record_ids)
       select $1, $2, x.batch * $3::bigint, array_agg(x.record_id order by x.record_id)
       from (select s.record_id, (row_number() over (order by s.record_id) - 1) / $3::bigint as batch
             from (${chosen}) s) x
       group by x.batch
       returning cardinality(record_ids) as n)
     select coalesce(sum(n), 0)::int as matched from kept`,
    values,
  )
  const matched = counted?.matched ?? 0
  await query(
    tx,
    `/*playbook.set_matched*/
     update playbook_application set matched = $3 where tenant_id = $1 and application_id = $2`,
    [tenantId, applicationId, matched],
  )
  return { applicationId, matched }
}

export async function findApplication(
  db: Db | Tx,
  tenantId: number,
  applicationId: number,
): Promise<StoredApplication | undefined> {
  const rows = await query<StoredApplication>(
    db,
    `/*playbook.application*/
     select ${columns} from playbook_application where tenant_id = $1 and application_id = $2`,
    [tenantId, applicationId],
  )
  return rows[0]
}

/** Locks an application until the transaction ends, so that two runners never do the same batch. */
export async function lockApplication(
  tx: Tx,
  tenantId: number,
  applicationId: number,
): Promise<StoredApplication | undefined> {
  const rows = await query<StoredApplication>(
    tx,
    `/*playbook.lock_application*/
     select ${columns} from playbook_application where tenant_id = $1 and application_id = $2 for update`,
    [tenantId, applicationId],
  )
  return rows[0]
}

/** The batch that begins after some records; undefined after the last. */
export async function readBatch(
  db: Db | Tx,
  tenantId: number,
  applicationId: number,
  rowsBefore: number,
): Promise<number[] | undefined> {
  const rows = await query<{ ids: number[] }>(
    db,
    `/*playbook.batch*/ select record_ids as ids from playbook_target
     where tenant_id = $1 and application_id = $2 and rows_before = $3`,
    [tenantId, applicationId, rowsBefore],
  )
  return rows[0]?.ids
}

export type Progress = Pick<StoredApplication, 'processed' | 'applied' | 'refused' | 'running' | 'tasks'>

/** Adds what a batch did. */
export async function noteProgress(
  tx: Tx,
  tenantId: number,
  applicationId: number,
  { processed, applied, refused, running, tasks }: Progress,
  changeSetId: number | null,
): Promise<void> {
  await query(
    tx,
    `/*playbook.progress*/
     update playbook_application set processed = processed + $3, applied = applied + $4, refused = refused + $5,
       running = running + $6, tasks = tasks + $7, change_set_id = $8
     where tenant_id = $1 and application_id = $2`,
    [tenantId, applicationId, processed, applied, refused, running, tasks, changeSetId],
  )
}

export async function endApplication(
  tx: Db | Tx,
  tenantId: number,
  applicationId: number,
  failure: string | null,
): Promise<void> {
  await query(
    tx,
    `/*playbook.end_application*/
     update playbook_application set state = case when $3::text is null then 2 else 3 end, failure = $3
     where tenant_id = $1 and application_id = $2 and state = 1`,
    [tenantId, applicationId, failure],
  )
  await query(
    tx,
    '/*playbook.drop_targets*/ delete from playbook_target where tenant_id = $1 and application_id = $2',
    [tenantId, applicationId],
  )
}

/** The application that an operation belongs to while it still runs. */
export async function isStillRunning(tx: Tx, tenantId: number, changeSetId: number): Promise<boolean> {
  const rows = await query<{ one: number }>(
    tx,
    `/*playbook.still_running*/ select 1 as one from playbook_application
     where tenant_id = $1 and change_set_id = $2 and state = 1`,
    [tenantId, changeSetId],
  )
  return rows.length > 0
}

/** The first instances of an application that are there. */
export async function firstInstances(db: Db, tenantId: number, applicationId: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `/*playbook.first_instances*/ select instance_id as id from playbook_instance
     where tenant_id = $1 and application_id = $2 order by instance_id limit 200`,
    [tenantId, applicationId],
  )
  return rows.map(({ id }) => id)
}

/** Notes in which group records of a measured playbook are; the first time counts. */
export async function noteAssignments(
  tx: Tx,
  tenantId: number,
  of: { templateId: number; applicationId: number; at: Date },
  groups: { treated: readonly number[]; heldOut: readonly number[] },
): Promise<void> {
  const ids = [...groups.treated, ...groups.heldOut]
  if (ids.length === 0) return
  await query(
    tx,
    `/*playbook.assignments*/
     insert into playbook_assignment (tenant_id, template_id, record_id, held_out, application_id, assigned_at)
     select $1, $2, x.id, x.id = any($4::bigint[]), $5, $6 from unnest($3::bigint[]) as x(id)
     on conflict do nothing`,
    [tenantId, of.templateId, ids, groups.heldOut, of.applicationId, of.at],
  )
}

const states = ['running', 'completed', 'failed'] as const

/** An application as callers see it: without the number of records that were held out. */
export function presentApplication(
  stored: StoredApplication,
  instanceIds: readonly number[],
): PlaybookApplication {
  const { userId: _, via: __, options: ___, state, createdAt, ...rest } = stored
  return {
    ...rest,
    state: states[state - 1] ?? 'failed',
    instanceIds: [...instanceIds],
    createdAt: createdAt.toISOString(),
  }
}

/** How many records are chosen. */
export async function countChosen(db: Db, selection: SelectionSql): Promise<number> {
  const values: unknown[] = []
  const chosen = selection((value) => `$${values.push(value)}`)
  const rows = await query<{ matched: number }>(
    db,
    `select count(*)::int as matched from (${chosen}) s`,
    values,
  )
  return rows[0]?.matched ?? 0
}

/** The first of the chosen records, by their ids. */
export async function firstChosen(db: Db, selection: SelectionSql, limit: number): Promise<number[]> {
  const values: unknown[] = [limit]
  const chosen = selection((value) => `$${values.push(value)}`)
  const rows = await query<{ id: number }>(
    db,
    `select s.record_id as id from (${chosen}) s order by s.record_id limit $1`,
    values,
  )
  return rows.map(({ id }) => id)
}
