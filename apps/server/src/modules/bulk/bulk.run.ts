import { bulkStates } from '@steward/contracts/bulk'
import { bulkFinished, type BulkEnded } from '@steward/contracts/event/bulk.event'
import { transact, type Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Act } from '../record/index.ts'
import {
  createForeseen,
  forgetForeseen,
  forgetSeen,
  importMissing,
  importRows,
  type Foreseen,
  type MissingRules,
  type RunEnd,
} from '../record-import/index.ts'
import { beginBatch, beginJob, endJob, gatherParts, restartParts, setHeader } from './bulk-progress.store.ts'
import { updateHeader, runBulkUpdate } from './bulk.update-run.ts'
import { reportMissing } from './bulk.missing.ts'
import { reportBatch, standingOf, type Standing } from './bulk.report.ts'
import { causeOf, importerOf, setUp, type ImportNeighbours, type Setup } from './bulk.setup.ts'
import type { EndState } from './bulk.state.ts'
import { findJob, listParts, type JobRow, type UpdateSpec } from './bulk.store.ts'

/**
 * Works through the rows of a job, from where it stands: a preview calculates what would happen, a run
 * writes. Each batch is written together with the job's progress, so that a run that is cut off at any
 * point continues without doing a row twice. Throws TableError and AppError with what stopped it.
 */
export async function runJob(
  platform: Platform,
  neighbours: ImportNeighbours,
  tenantId: number,
  jobId: number,
  signal: AbortSignal,
): Promise<void> {
  const db = platform.database.tenant(tenantId)
  await transact(db, (tx) => beginJob(tx, tenantId, jobId, platform.clock.now()))
  const job = await findJob(db, tenantId, jobId)
  if (!job || job.state !== bulkStates.Processing) return
  if (job.stopRequested) return finish(platform, tenantId, job, { state: bulkStates.Stopped, failure: null })
  const actor = await importerOf(neighbours.users, tenantId, job)
  const end = await runWork(platform, neighbours, actor, job, signal)
  if (end === 'left') return
  const state = end === 'completed' ? bulkStates.Completed : bulkStates.Stopped
  await finish(platform, tenantId, job, { state, failure: null })
}

function runWork(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { bulkUpdate } = job
  if (bulkUpdate) return runChosen(platform, neighbours, actor, { ...job, bulkUpdate }, signal)
  if (job.isBundle) return runParts(platform, neighbours, actor, job, signal)
  return runRows(platform, neighbours, actor, job, signal)
}

/** Begins the part that is next; undefined for one that has ended, or that someone stopped. */
async function beginPart(
  platform: Platform,
  { tenantId }: Actor,
  jobId: number,
): Promise<JobRow | undefined> {
  const db = platform.database.tenant(tenantId)
  await transact(db, (tx) => beginJob(tx, tenantId, jobId, platform.clock.now()))
  const part = await findJob(db, tenantId, jobId)
  return part?.state === bulkStates.Processing ? part : undefined
}

/** The records that the parts of a preview foresee for those after them; a run finds them in the database. */
async function foresee(platform: Platform, actor: Actor, { jobId, preview }: JobRow) {
  if (!preview) return undefined
  const place = { tenantId: actor.tenantId, jobId }
  await transact(platform.database.tenant(actor.tenantId), async (tx) => {
    await restartParts(tx, actor.tenantId, jobId)
    await forgetForeseen(tx, place)
  })
  return createForeseen(place, actor)
}

/** Ends a part all of whose rows have been dealt with. */
function endPart(platform: Platform, { tenantId }: Actor, jobId: number, bundle: JobRow): Promise<void> {
  return transact(platform.database.tenant(tenantId), async (tx) => {
    const at = platform.clock.now()
    await endJob(tx, tenantId, jobId, { state: bulkStates.Completed, failure: null, at })
    await forgetSeen(tx, { tenantId, jobId })
    await gatherParts(tx, tenantId, bundle.jobId)
  })
}

/**
 * Runs the parts of related files one after the other, each in a change set of its own: a later one may change what
 * an earlier one created. Parts that have ended are passed over, so that a run that was cut off continues in the part
 * that it was at; a preview begins again.
 */
async function runParts(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  bundle: JobRow,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { tenantId } = actor
  const foreseen = await foresee(platform, actor, bundle)
  const parts = await listParts(platform.database.tenant(tenantId), tenantId, [bundle.jobId])
  for (const { jobId } of parts) {
    const part = await beginPart(platform, actor, jobId)
    if (!part) continue
    if (part.stopRequested) return 'stopped'
    const isLast = jobId === parts.at(-1)?.jobId
    const known = foreseen && isLast ? { ...foreseen, note: async () => undefined } : foreseen
    const end = await runRows(platform, neighbours, actor, part, signal, known)
    if (end !== 'completed') return end
    await endPart(platform, actor, jobId, bundle)
  }
  return 'completed'
}

async function runChosen(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow & { bulkUpdate: UpdateSpec },
  signal: AbortSignal,
): Promise<RunEnd> {
  await setHeader(platform.database.tenant(actor.tenantId), actor.tenantId, job.jobId, updateHeader)
  return runBulkUpdate(platform, neighbours, actor, job, signal)
}

async function runRows(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow,
  signal: AbortSignal,
  foreseen?: Foreseen,
): Promise<RunEnd> {
  const { tenantId } = actor
  const db = platform.database.tenant(tenantId)
  const setup = await setUp(platform, neighbours, actor, job, foreseen)
  await setHeader(db, tenantId, job.jobId, setup.sheet.header)
  const standing = standingOf(job, setup)
  const reported = { tenantId, job, setup, standing, forgetFields: () => neighbours.fields.forget(tenantId) }
  const seenBy = { tenantId, jobId: job.jobId }
  if (job.preview) await forgetSeen(db, seenBy)
  const shared = {
    db,
    jobId: job.jobId,
    rules: setup.rules,
    isPreview: job.preview,
    transact: <T>(work: (tx: Tx) => Promise<T>) =>
      transact(db, async (tx) => {
        await beginBatch(tx)
        return work(tx)
      }),
    isBegun: () => standing.changeSetId !== null,
    act(): Act {
      const at = platform.clock.now()
      const changeSetId = standing.changeSetId ?? undefined
      return { source: 'import', action: 'import', at, causes: [causeOf(job)], changeSetId }
    },
  }
  const end = await importRows(
    {
      ...shared,
      sheet: setup.sheet,
      rowsDone: job.rowsRead,
      report: (tx, result, batch) => reportBatch(reported, tx, result, batch),
    },
    signal,
  )
  if (end !== 'completed' || !setup.rules.notesSeen) return end
  return importMissing(
    {
      ...shared,
      missing: missingRulesOf(setup, standing),
      after: standing.missingAfter,
      report: (tx, batch) => reportMissing(reported, tx, batch),
    },
    signal,
  )
}

/** Records are only listed where a row may be about any of them. */
function missingRulesOf({ missing }: Setup, { findings }: Standing): MissingRules {
  return findings.unidentified > 0 ? { ...missing, action: 'list', values: {} } : missing
}

function outcomeOf({ state, failure }: JobRow): 'done' | 'stopped' | 'failed' {
  if (failure !== null) return 'failed'
  return state === bulkStates.Completed ? 'done' : 'stopped'
}

/** What the event of an ended job says of it. */
function briefOf(job: JobRow): BulkEnded['job'] {
  return {
    userId: job.userId,
    type: job.type === 10 ? 'update' : 'import',
    level: job.level,
    name: job.fileName ?? job.bulkUpdate?.label ?? null,
    outcome: outcomeOf(job),
    created: job.created,
    updated: job.updated,
    refused: job.refused + job.conflict,
  }
}

/** Ends a job and reports it. */
export async function finish(
  platform: Platform,
  tenantId: number,
  job: Pick<JobRow, 'jobId' | 'preview' | 'isBundle'>,
  end: { state: EndState; failure: string | null },
): Promise<void> {
  await transact(platform.database.tenant(tenantId), async (tx) => {
    if (job.isBundle) await gatherParts(tx, tenantId, job.jobId)
    await endJob(tx, tenantId, job.jobId, { ...end, at: platform.clock.now() })
    await forgetSeen(tx, { tenantId, jobId: job.jobId })
    if (job.isBundle) await forgetForeseen(tx, { tenantId, jobId: job.jobId })
    if (job.preview) return
    const ended = await findJob(tx, tenantId, job.jobId)
    await publish(tx, tenantId, bulkFinished, {
      jobId: job.jobId,
      job: ended && briefOf(ended),
    })
  })
}
