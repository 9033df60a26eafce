import { fold } from '@steward/conditions'
import type { BulkCause, BulkFindings } from '@steward/contracts/bulk'
import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'
import type { Tx } from '../../platform/db/database.ts'
import {
  createCauses,
  findingsAfter,
  noFindings,
  type BatchResult,
  type ReadBatch,
  type Reported,
} from '../record-import/index.ts'
import { createKeySet, hashKey, type KeySet } from '../sheet/index.ts'
import { insertItems } from './bulk-item.store.ts'
import { noteProgress, type Counts } from './bulk-progress.store.ts'
import { chooseRows, describeRows } from './bulk.items.ts'
import type { Setup } from './bulk.setup.ts'
import type { JobRow } from './bulk.store.ts'
import { TakenOver } from './bulk.state.ts'

const noCounts = (): Counts => ({ create: 0, update: 0, unchanged: 0, conflict: 0, refused: 0 })

function countsOf(job: JobRow): Counts {
  const { created, updated, unchanged, conflict, refused } = job
  return { create: created, update: updated, unchanged, conflict, refused }
}

function tally(batch: BatchResult): Counts {
  const counts = noCounts()
  for (const { outcome } of batch.rows) counts[outcome] += 1
  return counts
}

/** Where a run stands, as the job's row will say after the next batch. */
export interface Standing {
  rowsRead: number
  changeSetId: number | null
  counts: Counts
  /** When the batch before this one was written, by the clock of this process. */
  since: number
  /** The names of new parents that a preview has counted. */
  parents: KeySet
  /** How many new options rows have named. */
  options: number
  /** The last record that no row names and that is dealt with; 0 before the first. */
  missingAfter: number
  /** The causes of all batches before this one. */
  causes: readonly BulkCause[]
  findings: BulkFindings
}

export interface ReportedRun {
  tenantId: number
  job: JobRow
  setup: Setup
  standing: Standing
  /** After the commit of a batch that added options. */
  forgetFields(): Promise<void>
}

/** The progress of a job before the first batch of this run. */
export function standingOf(job: JobRow, setup: Setup): Standing {
  return {
    rowsRead: job.rowsRead,
    changeSetId: job.changeSetId,
    counts: countsOf(job),
    since: performance.now(),
    parents: createKeySet(),
    options: countOptions(setup),
    missingAfter: job.missingAfter ?? 0,
    causes: job.causes,
    findings: { ...noFindings, ...job.findings },
  }
}

/** The new parents of a batch that no batch before it has named. */
function newParentsOf(run: ReportedRun, batch: BatchResult): BatchResult['parents'] {
  if (!run.job.preview) return batch.parents
  const nameOf = (id: unknown) => batch.parents.find((parent) => parent.id === id)?.values['name'] ?? id
  return batch.parents.filter(({ level, values }) => {
    const parts = [String(level), fold(String(values['name']))]
    const { organizationId } = values
    const isFirst = run.standing.parents.claim(hashKey(parts), 1) === 0
    if (organizationId === undefined) return isFirst
    return run.standing.parents.claim(hashKey([...parts, fold(String(nameOf(organizationId)))]), 1) === 0
  })
}

function withNewAccounts(findings: BulkFindings, parents: BatchResult['parents']): BulkFindings {
  const accounts = parents.filter(({ level }) => level === 2).length
  return { ...findings, newAccounts: (findings.newAccounts ?? 0) + accounts }
}

function newOptionsOf({ rules }: Setup): { field: string; values: string[] }[] {
  return [...rules.books.values()]
    .map((book) => ({ field: book.field.name, values: book.used() }))
    .filter(({ values }) => values.length > 0)
}

function countOptions(setup: Setup): number {
  return newOptionsOf(setup).reduce((sum, { values }) => sum + values.length, 0)
}

/** A batch whose rows were all taken whole changes nothing. */
function causesAfter(before: readonly BulkCause[], { rows }: BatchResult): readonly BulkCause[] {
  const telling = rows.filter(({ problems, unread }) => problems.length > 0 || unread.length > 0)
  if (telling.length === 0) return before
  const causes = createCauses(before)
  causes.note(telling)
  return causes.list()
}

/** Saves the results of a batch, with the job's progress, in the transaction of the batch. */
export async function reportBatch(
  run: ReportedRun,
  tx: Tx,
  result: BatchResult,
  { drafts, share }: ReadBatch,
): Promise<Reported> {
  const { tenantId, job, setup, standing } = run
  const counts = tally(result)
  const chosen = chooseRows(result.rows, standing.counts, job.preview)
  const { fields, foreseenNames } = setup
  const rules = { actor: setup.rules.actor, fields, foreseenNames }
  await insertItems(tx, tenantId, job.jobId, await describeRows(tx, rules, result, chosen, setup.words))
  const causes = causesAfter(standing.causes, result)
  const newParents = newParentsOf(run, result)
  const findings = withNewAccounts(findingsAfter(standing.findings, result, setup.rules.key), newParents)
  const rowsRead = drafts.at(-1)?.source.row ?? standing.rowsRead
  const noted = await noteProgress(tx, tenantId, job.jobId, {
    rowsBefore: standing.rowsRead,
    rowsRead,
    rowsTotal: Math.max(rowsRead, Math.round(rowsRead / share)),
    workedMs: performance.now() - standing.since,
    counts,
    newOptions: newOptionsOf(setup),
    newParents: newParents.length,
    causes,
    findings,
    changeSetId: result.changeSetId,
  })
  if (!noted) throw new TakenOver(job.jobId)
  return {
    stop: noted.stop,
    async committed() {
      const options = countOptions(setup)
      if (!job.preview && options !== standing.options) await run.forgetFields()
      standing.options = options
      standing.causes = causes
      standing.findings = findings
      standing.rowsRead = rowsRead
      standing.changeSetId = result.changeSetId
      standing.since = performance.now()
      for (const outcome of Object.keys(counts) as RowOutcome[]) standing.counts[outcome] += counts[outcome]
    },
  }
}
