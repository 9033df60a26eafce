import type { ImportConfig } from '@steward/contracts/sheet'
import type { Db, Tx } from '../../platform/db/database.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import {
  changeRecords,
  keyedRecordsSql,
  planChanges,
  type Act,
  type Change,
  type PlanContext,
  type Planned,
  type Values,
} from '../record/index.ts'
import type { RunEnd } from './import.pipeline.ts'
import type { BatchRules } from './import.plan.ts'
import { findUnseen } from './import.seen.store.ts'

/** What happens to the records that a file lacks. */
export interface MissingRules {
  action: ImportConfig['missingRecords']
  /** What is set on them. */
  values: Values
  /** The change sets of the imports whose records they are among; null for all that have the key. */
  changeSets: readonly number[] | null
}

export interface MissingBatch {
  planned: readonly Planned[]
  changeSetId: number | null
  /** The last record of the batch. */
  last: number
}

export interface MissingRun {
  db: Db
  jobId: number
  rules: BatchRules
  missing: MissingRules
  /** The last record that an earlier run has dealt with. */
  after: number
  isPreview: boolean
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  act(): Act
  /** Saves a batch in its transaction; answers whether someone asked to stop. */
  report(tx: Tx, batch: MissingBatch): Promise<boolean>
}

const batchRecords = 500

const valuesOf = ({ action, values }: MissingRules): Values => {
  if (action === 'archive') return { archived: true }
  return action === 'set' ? values : {}
}

async function contextOf(tx: Tx, { rules, missing }: MissingRun): Promise<PlanContext> {
  const context = await rules.contextOf(tx, rules.level)
  return missing.action === 'archive' ? { ...context, freedom: 'act' } : context
}

async function workBatch(run: MissingRun, tx: Tx, ids: readonly number[]): Promise<boolean> {
  const values = valuesOf(run.missing)
  const changes = ids.map((recordId): Change => ({ kind: 'update', recordId, values }))
  const context = await contextOf(tx, run)
  const last = ids.at(-1) as number
  if (run.isPreview || run.missing.action === 'list') {
    const planned = await planChanges(tx, context, changes, false)
    return run.report(tx, { planned, changeSetId: run.act().changeSetId ?? null, last })
  }
  const { results, changeSetId } = await changeRecords(tx, context, run.act(), changes)
  return run.report(tx, { planned: results, changeSetId, last })
}

/**
 * Goes through the records that have a key and that no row has named, batch by batch: those that the importer sees,
 * that are not archived, and that were in the files of certain imports.
 */
export async function importMissing(run: MissingRun, signal: AbortSignal): Promise<RunEnd> {
  const { actor, level, key } = run.rules
  const records = { sql: keyedRecordsSql(actor, level, key), changeSets: run.missing.changeSets }
  const seenBy = { tenantId: actor.tenantId, jobId: run.jobId }
  for (let { after } = run; ;) {
    await yieldToCalls()
    if (signal.aborted) return 'left'
    const ids = await findUnseen(run.db, seenBy, records, after, batchRecords)
    if (ids.length === 0) return 'completed'
    if (await run.transact((tx) => workBatch(run, tx, ids))) return 'stopped'
    after = ids.at(-1) as number
  }
}
