import type { PlanJob, PlanTemplate } from '@steward/contracts/success-plan/template'
import type { Via } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { SelectionSql } from '../record-list/index.ts'

export interface StoredJob {
  applicationId: number
  template: PlanTemplate
  startDate: string
  userId: number
  via: Via | null
  /** 1: running, 2: completed, 3: failed. */
  state: number
  matched: number
  processed: number
  made: number
  refused: number
  failure: string | null
  changeSetId: number | null
  createdAt: Date
}

const columns = `application_id "applicationId", template, start_on "startDate", user_id "userId", via, state, matched,
  processed, made, refused, failure, change_set_id "changeSetId", created_at "createdAt"`

/** Starts a job with its records in batches; answers its id. */
export async function insertJob(
  tx: Tx,
  tenantId: number,
  job: Pick<StoredJob, 'template' | 'startDate' | 'userId' | 'via' | 'createdAt'>,
  selection: SelectionSql,
  batchSize: number,
): Promise<number> {
  const { template, startDate, userId, via, createdAt } = job
  const [row] = await query<{ id: number }>(
    tx,
    `/*plan_template.insert_job*/
     insert into plan_application (tenant_id, template, start_on, user_id, via, state, matched, created_at)
     values ($1, $2, $3, $4, $5, 1, 0, $6) returning application_id as id`,
    [tenantId, JSON.stringify(template), startDate, userId, via && JSON.stringify(via), createdAt],
  )
  const applicationId = row?.id as number
  const values: unknown[] = [tenantId, applicationId, batchSize]
  const chosen = selection((value) => `$${values.push(value)}`)
  await query(
    tx,
    `with kept as (
       insert into plan_application_target (tenant_id, application_id, rows_before, record_ids)
       select $1, $2, x.batch * $3::bigint, array_agg(x.record_id order by x.record_id)
       from (select s.record_id, (row_number() over (order by s.record_id) - 1) / $3::bigint as batch
             from (${chosen}) s) x
       group by x.batch
       returning cardinality(record_ids) as n)
     update plan_application set matched = (select coalesce(sum(n), 0) from kept)
     where tenant_id = $1 and application_id = $2`,
    values,
  )
  return applicationId
}

export async function findJob(
  db: Db | Tx,
  tenantId: number,
  applicationId: number,
): Promise<StoredJob | undefined> {
  const [row] = await query<StoredJob>(
    db,
    `/*plan_template.job*/ select ${columns} from plan_application where tenant_id = $1 and application_id = $2`,
    [tenantId, applicationId],
  )
  return row
}

/** Locks a job until the transaction ends, so that two runners never do the same batch. */
export async function lockJob(
  tx: Tx,
  tenantId: number,
  applicationId: number,
): Promise<StoredJob | undefined> {
  const [row] = await query<StoredJob>(
    tx,
    `/*plan_template.lock_job*/ select ${columns} from plan_application
     where tenant_id = $1 and application_id = $2 for update`,
    [tenantId, applicationId],
  )
  return row
}

/** The batch that begins after some records; undefined after the last. */
export async function readBatch(
  tx: Tx,
  tenantId: number,
  applicationId: number,
  rowsBefore: number,
): Promise<number[] | undefined> {
  const [row] = await query<{ ids: number[] }>(
    tx,
    `/*plan_template.batch*/ select record_ids as ids from plan_application_target
     where tenant_id = $1 and application_id = $2 and rows_before = $3`,
    [tenantId, applicationId, rowsBefore],
  )
  return row?.ids
}

/** Adds what a batch did. */
export async function noteProgress(
  tx: Tx,
  tenantId: number,
  applicationId: number,
  { processed, made, refused }: Pick<StoredJob, 'processed' | 'made' | 'refused'>,
  changeSetId: number | null,
): Promise<void> {
  await query(
    tx,
    `/*plan_template.progress*/ update plan_application set processed = processed + $3, made = made + $4,
       refused = refused + $5, change_set_id = coalesce(change_set_id, $6)
     where tenant_id = $1 and application_id = $2`,
    [tenantId, applicationId, processed, made, refused, changeSetId],
  )
}

export async function endJob(
  tx: Tx,
  tenantId: number,
  applicationId: number,
  failure: string | null,
): Promise<void> {
  await query(
    tx,
    `/*plan_template.end_job*/ update plan_application
     set state = case when $3::text is null then 2 else 3 end, failure = $3
     where tenant_id = $1 and application_id = $2 and state = 1`,
    [tenantId, applicationId, failure],
  )
  await query(
    tx,
    `/*plan_template.drop_targets*/ delete from plan_application_target
     where tenant_id = $1 and application_id = $2`,
    [tenantId, applicationId],
  )
}

/** Whether an operation is of a job that still runs. */
export async function isStillRunning(tx: Tx, tenantId: number, changeSetId: number): Promise<boolean> {
  const rows = await query<{ one: number }>(
    tx,
    `/*plan_template.still_running*/ select 1 as one from plan_application
     where tenant_id = $1 and change_set_id = $2 and state = 1`,
    [tenantId, changeSetId],
  )
  return rows.length > 0
}

/** The first of the chosen records, by their ids, and how many there are. */
export async function readChosen(
  db: Db,
  selection: SelectionSql,
  limit: number,
): Promise<{ matched: number; ids: number[] }> {
  const values: unknown[] = [limit]
  const chosen = selection((value) => `$${values.push(value)}`)
  const [row] = await query<{ matched: number; ids: number[] }>(
    db,
    `with chosen as (${chosen})
     select (select count(*) from chosen)::int as matched,
       array(select s.record_id from chosen s order by s.record_id limit $1) as ids`,
    values,
  )
  return row ?? { matched: 0, ids: [] }
}

const states = ['running', 'completed', 'failed'] as const

/** A job as callers see it. */
export const presentJob = (stored: StoredJob): PlanJob => {
  const { applicationId, state, matched, processed, made, refused, failure, changeSetId, createdAt } = stored
  return {
    applicationId,
    state: states[state - 1] ?? 'failed',
    matched,
    processed,
    made,
    refused,
    failure,
    changeSetId,
    createdAt: createdAt.toISOString(),
  }
}
