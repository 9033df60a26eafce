import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { batchSizeOf, yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UpdateResult } from '../bulk-update/index.ts'
import { insertItems, type Item } from './bulk-item.store.ts'
import { readTargets } from './bulk-target.store.ts'
import { describeDifferences, shownRows } from './bulk.items.ts'
import { noFindings, type RunEnd } from '../record-import/index.ts'
import { causeOf, wordsOf, type ImportNeighbours, type Setup } from './bulk.setup.ts'
import { beginBatch, noteProgress, type Counts } from './bulk-progress.store.ts'
import type { JobRow, UpdateSpec } from './bulk.store.ts'
import { TakenOver } from './bulk.state.ts'

/** The columns of the error log: what is known of a record that was refused. */
export const updateHeader = ['Internal ID', 'Name']

interface Batch {
  ids: readonly number[]
  result: UpdateResult
}

interface UpdateRun {
  platform: Platform
  neighbours: ImportNeighbours
  actor: Actor
  job: JobRow & { bulkUpdate: UpdateSpec }
  words: Setup['words']
  rowsRead: number
  changed: number
  changeSetId: number | null
}

function countsOf({ changed, unchanged, refused }: UpdateResult): Counts {
  const conflict = refused.filter(({ outcome }) => outcome === 'conflict').length
  return { create: 0, update: changed, unchanged, conflict, refused: refused.length - conflict }
}

/** The items of a batch: the first that were changed, and all that were refused, by their places. */
async function itemsOf(tx: Tx, run: UpdateRun, { ids, result }: Batch): Promise<Item[]> {
  const { actor, job, neighbours } = run
  const placeOf = new Map(ids.map((id, at) => [id, run.rowsRead + at + 1]))
  const catalogue = await neighbours.fields.catalogue(actor.tenantId, job.level)
  const rules = { actor, fields: catalogue.fields }
  const changes = await describeDifferences(tx, rules, result.shown, run.words)
  const base = (recordId: number, name: string | null) => {
    const row = placeOf.get(recordId) ?? run.rowsRead
    return { row, line: row, recordId, name, body: [recordId, name] }
  }
  return [
    ...result.shown.map(({ recordId, name }, at): Item => ({
      ...base(recordId, name),
      outcome: 'update',
      changes: changes[at] ?? [],
      problems: [],
    })),
    ...result.refused.map(({ recordId, name, outcome, problems }): Item => ({
      ...base(recordId, name),
      outcome,
      changes: [],
      problems: [...problems],
    })),
  ]
}

/** Writes one batch with the job's progress, in one transaction. Answers whether someone asked to stop. */
async function workBatch(run: UpdateRun, ids: readonly number[]): Promise<boolean> {
  const { platform, neighbours, actor, job } = run
  const began = performance.now()
  const act = {
    at: platform.clock.now(),
    causes: [causeOf(job)],
    changeSetId: run.changeSetId ?? undefined,
  }
  const shown = Math.max(0, shownRows - run.changed)
  const { stop, result } = await transact(platform.database.tenant(actor.tenantId), async (tx) => {
    await beginBatch(tx)
    const done = await neighbours.bulkUpdates.write(
      tx,
      actor,
      job.level,
      job.bulkUpdate.change,
      act,
      ids,
      shown,
    )
    await insertItems(tx, actor.tenantId, job.jobId, await itemsOf(tx, run, { ids, result: done }))
    const rowsRead = run.rowsRead + ids.length
    const noted = await noteProgress(tx, actor.tenantId, job.jobId, {
      rowsBefore: run.rowsRead,
      rowsRead,
      rowsTotal: job.rowsTotal ?? rowsRead,
      workedMs: performance.now() - began,
      counts: countsOf(done),
      newOptions: [],
      newParents: 0,
      causes: [],
      findings: noFindings,
      changeSetId: done.changeSetId,
    })
    if (!noted) throw new TakenOver(job.jobId)
    return { stop: noted.stop, result: done }
  })
  run.rowsRead += ids.length
  run.changed += result.changed
  run.changeSetId = result.changeSetId
  return stop
}

/**
 * Works through the chosen records of a bulk update, batch by batch, from where the job stands. Each
 * batch is written with the progress, so that none is done twice. Throws AppError with what stopped it.
 */
export async function runBulkUpdate(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow & { bulkUpdate: UpdateSpec },
  signal: AbortSignal,
): Promise<RunEnd> {
  const run: UpdateRun = {
    platform,
    neighbours,
    actor,
    job,
    words: await wordsOf(neighbours, actor.tenantId),
    rowsRead: job.rowsRead,
    changed: job.updated,
    changeSetId: job.changeSetId,
  }
  const db = platform.database.tenant(actor.tenantId)
  for (;;) {
    await yieldToCalls()
    if (signal.aborted) return 'left'
    const targets = await readTargets(db, actor.tenantId, job.jobId, run.rowsRead)
    if (!targets) return 'completed'
    if (await workBatch(run, targets.ids.slice(0, batchSizeOf(targets.batchSize)))) return 'stopped'
  }
}
