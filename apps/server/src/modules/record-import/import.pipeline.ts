import type { Db, Tx } from '../../platform/db/database.ts'
import { isThrottled, yieldToCalls } from '../../platform/pace/lane.ts'
import type { Act } from '../record/index.ts'
import type { Sheet } from '../sheet/index.ts'
import { ahead } from './import.pace.ts'
import { isIndependent, matchRows, planRows, type BatchResult, type BatchRules } from './import.plan.ts'
import { readBatches, type ReadBatch } from './import.reading.ts'
import { noteSeen } from './import.seen.store.ts'
import { writeRows } from './import.writing.ts'

/** How a run ended: all is done, someone stopped it, or this process stops and another continues. */
export type RunEnd = 'completed' | 'stopped' | 'left'

/** What is imported, and what the caller adds to it: transactions, the act, and the report. */
export interface ImportRun {
  db: Db
  jobId: number
  sheet: Sheet
  rules: BatchRules
  /** The last row that an earlier run has dealt with. */
  rowsDone: number
  /** A preview plans and reports; it writes no record. */
  isPreview: boolean
  /** Runs the work of one batch. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Whether a batch has been committed, so that the act goes on. */
  isBegun(): boolean
  /** The act in whose name a batch is written; each asks once. */
  act(): Act
  /** Saves the results of a batch, in its transaction. */
  report(tx: Tx, result: BatchResult, batch: ReadBatch): Promise<Reported>
}

export interface Reported {
  /** Whether someone asked to stop. */
  stop: boolean
  committed(): Promise<void>
}

/**
 * Imports a sheet. Each batch of rows goes through the same steps:
 *
 * 1. read: cells become values (`import.reading.ts`);
 * 2. match: the key of each row finds its record (`import.match.ts`);
 * 3. plan: each row becomes a change, or says why not (`import.plan.ts`);
 * 4. write: records, with the parents and options that they need (`import.writing.ts`);
 * 5. report: the outcome of each row and the progress, in the transaction of the write.
 *
 * While the database writes one batch, the next is planned and the one after is read. A batch that is planned and
 * concerns nothing but its own records is written at once, but committed only when the one before it is.
 */
export async function importRows(run: ImportRun, signal: AbortSignal): Promise<RunEnd> {
  let last = nothing
  let current = nothing
  try {
    for await (const batch of ahead(readBatches(run.db, run, run.rowsDone))) {
      if (!isIndependent(run.rules, batch.drafts) && (await last.written)) return 'stopped'
      await yieldToCalls()
      if (signal.aborted) return (await last.written) ? 'stopped' : 'left'
      current = startBatch(run, batch, last)
      if (await last.written) return 'stopped'
      last = current
    }
    return (await last.written) ? 'stopped' : 'completed'
  } finally {
    await current.written.catch(() => undefined)
  }
}

/** The steps of one batch after it was read. Gives whether someone asked to stop. */
async function importBatch(run: ImportRun, batch: ReadBatch, turn: Turn): Promise<boolean> {
  const reported = run.isPreview ? await previewBatch(run, batch, turn) : await writeBatch(run, batch, turn)
  await reported.committed()
  return reported.stop
}

async function reportRows(run: ImportRun, tx: Tx, result: BatchResult, batch: ReadBatch): Promise<Reported> {
  const { notesSeen, actor, foreseen, level } = run.rules
  if (notesSeen) await noteSeen(tx, { tenantId: actor.tenantId, jobId: run.jobId }, result.seen)
  if (foreseen) await foreseen.note(tx, await run.rules.contextOf(tx, level), run.rules, result)
  return run.report(tx, result, batch)
}

async function previewBatch(run: ImportRun, batch: ReadBatch, turn: Turn): Promise<Reported> {
  const matched = await matchRows(run.db, run.rules, batch.drafts)
  const planned = await planRows(run.db, run.rules, matched)
  await turn.comes()
  return run.transact((tx) => reportRows(run, tx, planned, batch))
}

function writeBatch(run: ImportRun, batch: ReadBatch, turn: Turn): Promise<Reported> {
  return run.transact(async (tx) => {
    const matched = await matchRows(tx, run.rules, batch.drafts)
    let early: Act | undefined
    const written = await writeRows(tx, run.rules, matched, {
      planned() {
        turn.isPlanned()
        if (run.isBegun() && !isThrottled()) early = run.act()
        return early
      },
      async turn() {
        await turn.comes()
        return early ?? run.act()
      },
    })
    return reportRows(run, tx, written, batch)
  })
}

interface Turn {
  /** Says that the batch is planned: the next one may be. */
  isPlanned(): void
  /** The same; resolves when the batch may be committed. Throws when someone asked to stop before. */
  comes(): Promise<void>
}

/** A batch at work. */
interface Working {
  /** It is planned, and has locked what it is about; or it has ended. */
  planned: Promise<void>
  /** It is written; gives whether someone asked to stop. */
  written: Promise<boolean>
}

class StoppedBefore extends Error {}

const nothing: Working = { planned: Promise.resolve(), written: Promise.resolve(false) }

function startBatch(run: ImportRun, batch: ReadBatch, before: Working): Working {
  const { promise, resolve } = Promise.withResolvers<void>()
  const turn: Turn = {
    isPlanned: resolve,
    async comes() {
      resolve()
      if (await before.written) throw new StoppedBefore()
    },
  }
  const written = before.planned.then(() => importBatch(run, batch, turn))
  // A failure is thrown when its turn comes; until then it has been noticed.
  const ended = written.then(
    () => undefined,
    () => undefined,
  )
  return { planned: Promise.race([promise, ended]), written }
}
