import { fold } from '@steward/conditions'
import type { RowOutcome } from '@steward/contracts/bulk'
import { transact, type Tx } from '../../platform/db/database.ts'
import { emit } from '../../platform/events/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Act } from '../record/index.ts'
import { createKeySet, hashKey, type Draft, type KeySet } from '../sheet/index.ts'
import { previewBatch, writeBatch, type BatchResult } from './bulk.batch.ts'
import { insertItems } from './bulk-item.store.ts'
import { chooseRows, describeRows } from './bulk.items.ts'
import { massHeader, runMass } from './bulk.mass-run.ts'
import type { RunEnd } from './bulk.run-end.ts'
import { importerOf, setUp, type ImportNeighbours, type Setup } from './bulk.setup.ts'
import { ahead, readSliced } from './bulk.pace.ts'
import {
  beginJob,
  commitLazily,
  endJob,
  noteProgress,
  setHeader,
  type Counts,
} from './bulk-progress.store.ts'
import { findJob, type JobRow, type MassSpec } from './bulk.store.ts'

interface DraftBatch {
  drafts: Draft[]
  share: number
}

/** Drafts of the rows that no earlier run has dealt with; those before only claim their keys. */
async function* readDrafts({ sheet }: Setup, done: number): AsyncGenerator<DraftBatch> {
  for await (const { rows, share } of sheet.batches()) {
    const past = rows.filter((row) => row.row <= done)
    if (past.length > 0) await readSliced(past, sheet.reader.skip)
    const fresh = past.length > 0 ? rows.filter((row) => row.row > done) : rows
    if (fresh.length > 0) yield { drafts: await readSliced(fresh, sheet.reader.read), share }
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
  const isNew = batch.parents.filter(({ level, values }) => {
    const name = hashKey([String(level), fold(String(values['name']))])
    return run.standing.parents.claim(name, 1) === 0
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
async function note(
  run: Run,
  tx: Tx,
  batch: BatchResult,
  { drafts, share }: DraftBatch,
  began: number,
): Promise<Noted> {
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
    workedMs: performance.now() - began,
    counts,
    newOptions: newOptionsOf(run),
    newParents: newParentsOf(run, batch),
    changeSetId: batch.changeSetId,
  })
  if (!noted) throw new Error(`Bulk job ${job.jobId} was taken over by another runner`)
  return { stop: noted.stop, batch, counts }
}

async function workBatch(run: Run, next: DraftBatch, began: number): Promise<boolean> {
  const { platform, tenantId, job, setup, standing } = run
  const db = platform.database.tenant(tenantId)
  const act: Act = {
    source: 'import',
    action: 'import',
    at: platform.clock.now(),
    ...(standing.changeSetId === null ? {} : { changeSetId: standing.changeSetId }),
  }
  const preview = job.preview ? await previewBatch(db, setup.rules, next.drafts) : null
  const optionsBefore = countOptions(run)
  const { stop, batch, counts } = await transact(db, async (tx) => {
    await commitLazily(tx)
    return note(run, tx, preview ?? (await writeBatch(tx, setup.rules, act, next.drafts)), next, began)
  })
  if (!preview && countOptions(run) !== optionsBefore) await run.forgetFields()
  standing.rowsRead = next.drafts.at(-1)?.source.row ?? standing.rowsRead
  standing.changeSetId = batch.changeSetId
  for (const outcome of Object.keys(counts) as RowOutcome[]) standing.counts[outcome] += counts[outcome]
  return stop
}

async function workThrough(run: Run, signal: AbortSignal): Promise<RunEnd> {
  let began = performance.now()
  for await (const next of ahead(readDrafts(run.setup, run.standing.rowsRead))) {
    if (signal.aborted) return 'left'
    const stop = await workBatch(run, next, began)
    began = performance.now()
    if (stop) return 'stopped'
  }
  return 'completed'
}

/**
 * Works through the rows of a job, from where it stands: a preview works out what would happen, a run
 * writes. Each batch is written together with the job's progress, so that a run that is cut off at any
 * point goes on without doing a row twice. Throws TableError and AppError with what stopped it.
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
  const actor = await importerOf(neighbours.users, tenantId, job.userId)
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
    parents: createKeySet(),
  }
  const forgetFields = () => neighbours.fields.forget(tenantId)
  return workThrough({ platform, tenantId, job, setup, standing, forgetFields }, signal)
}

/** Ends a job and tells of it. */
export async function finish(
  platform: Platform,
  tenantId: number,
  job: Pick<JobRow, 'jobId' | 'preview'>,
  end: { state: 30 | 40; failure: string | null },
): Promise<void> {
  await transact(platform.database.tenant(tenantId), async (tx) => {
    await endJob(tx, tenantId, job.jobId, { ...end, at: platform.clock.now() })
    if (!job.preview) await emit(tx, tenantId, 'bulk.finished', { jobId: job.jobId })
  })
}
