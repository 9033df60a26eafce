import { bulkFinished } from '@steward/contracts/event/bulk.event'
import { fold } from '@steward/conditions'
import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import type { Actor } from '../../platform/actor.ts'
import { yieldToCalls, batchSizeOf } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Act } from '../record/index.ts'
import { createKeySet, hashKey, type Draft, type KeySet } from '../sheet/index.ts'
import { claimKeys, isIndependent, previewBatch, writeBatch, type BatchResult } from './bulk.batch.ts'
import { insertItems } from './bulk-item.store.ts'
import { chooseRows, describeRows } from './bulk.items.ts'
import { massHeader, runMass } from './bulk.mass-run.ts'
import { TakenOver, type RunEnd } from './bulk.run-end.ts'
import { causeOf, importerOf, setUp, type ImportNeighbours, type Setup } from './bulk.setup.ts'
import { ahead, readSliced } from './bulk.pace.ts'
import { beginJob, beginBatch, endJob, noteProgress, setHeader, type Counts } from './bulk-progress.store.ts'
import { findJob, type JobRow, type MassSpec } from './bulk.store.ts'

interface DraftBatch {
  drafts: Draft[]
  share: number
}

/** The rows of a batch in smaller ones, where calls wait meanwhile; each with its share of what was read by then. */
function* inPieces<Row>(rows: readonly Row[], before: number, share: number) {
  for (let start = 0; start < rows.length;) {
    const end = Math.min(rows.length, start + batchSizeOf(rows.length))
    yield { rows: rows.slice(start, end), share: before + ((share - before) * end) / rows.length }
    start = end
  }
}

/** Drafts of the rows that no earlier run has dealt with; those before only claim their keys. */
async function* readDrafts(db: Db, { sheet, rules }: Setup, done: number): AsyncGenerator<DraftBatch> {
  let before = 0
  for await (const { rows, share } of sheet.batches()) {
    const past = rows.filter((row) => row.row <= done)
    if (past.length > 0 && rules.sameKeys) {
      await claimKeys(db, rules, await readSliced(past, sheet.reader.read))
    } else if (past.length > 0) await readSliced(past, sheet.reader.skip)
    const fresh = past.length > 0 ? rows.filter((row) => row.row > done) : rows
    for (const piece of inPieces(fresh, before, share)) {
      yield { drafts: await readSliced(piece.rows, sheet.reader.read), share: piece.share }
    }
    before = share
  }
}

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
interface Standing {
  rowsRead: number
  changeSetId: number | null
  counts: Counts
  /** When the batch before this one was written, by the clock of this process. */
  since: number
  /** The names of new parents that a preview has counted. */
  parents: KeySet
}

interface Run {
  platform: Platform
  tenantId: number
  job: JobRow
  setup: Setup
  standing: Standing
  forgetFields(): Promise<void>
}

function newParentsOf(run: Run, batch: BatchResult): number {
  if (!run.job.preview) return batch.parents.length
  const nameOf = (id: unknown) => batch.parents.find((parent) => parent.id === id)?.values['name'] ?? id
  const isNew = batch.parents.filter(({ level, values }) => {
    const parts = [String(level), fold(String(values['name']))]
    const { organizationId } = values
    const isFirst = run.standing.parents.claim(hashKey(parts), 1) === 0
    if (organizationId === undefined) return isFirst
    return run.standing.parents.claim(hashKey([...parts, fold(String(nameOf(organizationId)))]), 1) === 0
  })
  return isNew.length
}

function newOptionsOf({ setup }: Run): { field: string; values: string[] }[] {
  return [...setup.rules.books.values()]
    .map((book) => ({ field: book.field.name, values: book.used() }))
    .filter(({ values }) => values.length > 0)
}

function countOptions(run: Run): number {
  return newOptionsOf(run).reduce((sum, { values }) => sum + values.length, 0)
}

interface Noted {
  stop: boolean
  batch: BatchResult
  counts: Counts
}

/** Keeps what a batch came to, with the job's progress, in one transaction. */
async function note(run: Run, tx: Tx, batch: BatchResult, { drafts, share }: DraftBatch): Promise<Noted> {
  const { tenantId, job, setup, standing } = run
  const counts = tally(batch)
  const chosen = chooseRows(batch.rows, standing.counts, job.preview)
  const items = await describeRows(
    tx,
    { actor: setup.rules.actor, fields: setup.fields },
    batch,
    chosen,
    setup.words,
  )
  await insertItems(tx, tenantId, job.jobId, items)
  const rowsRead = drafts.at(-1)?.source.row ?? standing.rowsRead
  const noted = await noteProgress(tx, tenantId, job.jobId, {
    rowsBefore: standing.rowsRead,
    rowsRead,
    rowsTotal: Math.max(rowsRead, Math.round(rowsRead / share)),
    workedMs: performance.now() - standing.since,
    counts,
    newOptions: newOptionsOf(run),
    newParents: newParentsOf(run, batch),
    changeSetId: batch.changeSetId,
  })
  if (!noted) throw new TakenOver(job.jobId)
  return { stop: noted.stop, batch, counts }
}

/** A batch at work. */
interface Working {
  /** It is calculated, and holds what it is about; or it has ended. */
  planned: Promise<void>
  /** It is written; shows whether someone asked to stop. */
  written: Promise<boolean>
}

class StoppedBefore extends Error {}

/** Calculates a batch, and writes it when the one before it is. */
async function workBatch(run: Run, next: DraftBatch, before: Working, planned: () => void): Promise<boolean> {
  const { platform, tenantId, job, setup, standing } = run
  const db = platform.database.tenant(tenantId)
  await before.planned
  const inTurn = async (): Promise<Act> => {
    planned()
    if (await before.written) throw new StoppedBefore()
    const at = platform.clock.now()
    const changeSetId = standing.changeSetId ?? undefined
    return { source: 'import', action: 'import', at, causes: [causeOf(job)], changeSetId }
  }
  const preview = job.preview ? await previewBatch(db, setup.rules, next.drafts) : null
  if (preview) await inTurn()
  const optionsBefore = countOptions(run)
  const { stop, batch, counts } = await transact(db, async (tx) => {
    await beginBatch(tx)
    return note(run, tx, preview ?? (await writeBatch(tx, setup.rules, inTurn, next.drafts)), next)
  })
  if (!preview && countOptions(run) !== optionsBefore) await run.forgetFields()
  standing.rowsRead = next.drafts.at(-1)?.source.row ?? standing.rowsRead
  standing.changeSetId = batch.changeSetId
  standing.since = performance.now()
  for (const outcome of Object.keys(counts) as RowOutcome[]) standing.counts[outcome] += counts[outcome]
  return stop
}

function startBatch(run: Run, next: DraftBatch, before: Working): Working {
  const { promise, resolve } = Promise.withResolvers<void>()
  const written = workBatch(run, next, before, resolve)
  // A failure is thrown when its turn comes; until then it has been noticed.
  const ended = written.then(
    () => undefined,
    () => undefined,
  )
  return { planned: Promise.race([promise, ended]), written }
}

const nothing: Working = { planned: Promise.resolve(), written: Promise.resolve(false) }

/**
 * Works through the batches. While the database writes one, the next is calculated, and the rows of the one
 * after are read; they are written one after the other all the same, and each only when the one before is.
 */
async function workThrough(run: Run, signal: AbortSignal): Promise<RunEnd> {
  const db = run.platform.database.tenant(run.tenantId)
  let last = nothing
  let current = nothing
  try {
    for await (const next of ahead(readDrafts(db, run.setup, run.standing.rowsRead))) {
      if (!isIndependent(run.setup.rules, next.drafts) && (await last.written)) return 'stopped'
      await yieldToCalls()
      if (signal.aborted) return (await last.written) ? 'stopped' : 'left'
      current = startBatch(run, next, last)
      if (await last.written) return 'stopped'
      last = current
    }
    return (await last.written) ? 'stopped' : 'completed'
  } finally {
    await current.written.catch(() => undefined)
  }
}

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
  if (!job || job.state !== 20) return
  if (job.stopRequested) return finish(platform, tenantId, job, { state: 30, failure: null })
  const actor = await importerOf(neighbours.users, tenantId, job)
  const { mass } = job
  const end = mass
    ? await runChosen(platform, neighbours, actor, { ...job, mass }, signal)
    : await runRows(platform, neighbours, actor, job, signal)
  if (end !== 'left')
    await finish(platform, tenantId, job, { state: end === 'completed' ? 40 : 30, failure: null })
}

async function runChosen(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow & { mass: MassSpec },
  signal: AbortSignal,
): Promise<RunEnd> {
  await setHeader(platform.database.tenant(actor.tenantId), actor.tenantId, job.jobId, massHeader)
  return runMass(platform, neighbours, actor, job, signal)
}

async function runRows(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow,
  signal: AbortSignal,
): Promise<RunEnd> {
  const { tenantId } = actor
  const setup = await setUp(platform, neighbours, actor, job)
  const db = platform.database.tenant(tenantId)
  await setHeader(db, tenantId, job.jobId, setup.sheet.header)
  const standing = {
    rowsRead: job.rowsRead,
    changeSetId: job.changeSetId,
    counts: countsOf(job),
    since: performance.now(),
    parents: createKeySet(),
  }
  const forgetFields = () => neighbours.fields.forget(tenantId)
  return workThrough({ platform, tenantId, job, setup, standing, forgetFields }, signal)
}

/** Ends a job and reports it. */
export async function finish(
  platform: Platform,
  tenantId: number,
  job: Pick<JobRow, 'jobId' | 'preview'>,
  end: { state: 30 | 40; failure: string | null },
): Promise<void> {
  await transact(platform.database.tenant(tenantId), async (tx) => {
    await endJob(tx, tenantId, job.jobId, { ...end, at: platform.clock.now() })
    if (!job.preview) await publish(tx, tenantId, bulkFinished, { jobId: job.jobId })
  })
}
