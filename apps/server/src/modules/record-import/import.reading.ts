import type { Db } from '../../platform/db/database.ts'
import { batchSizeOf, isThrottled } from '../../platform/pace/lane.ts'
import { resolveReferences, type Draft, type Sheet } from '../sheet/index.ts'
import { readSliced } from './import.pace.ts'
import type { BatchRules } from './import.plan.ts'

/** The rows of a batch as values. */
export interface ReadBatch {
  drafts: Draft[]
  /** How much of the file was read with it, from 0 to 1. */
  share: number
}

/** Rows of which a tenth is a piece where calls wait: larger ones would keep them waiting for longer. */
const rowsBesideCalls = 500

/** The rows of a batch in smaller ones, where calls wait meanwhile; each with its share of what was read by then. */
function* inPieces<Row>(rows: readonly Row[], before: number, share: number) {
  for (let start = 0; start < rows.length;) {
    const end = Math.min(rows.length, start + (isThrottled() ? batchSizeOf(rowsBesideCalls) : rows.length))
    yield { rows: rows.slice(start, end), share: before + ((share - before) * end) / rows.length }
    start = end
  }
}

/** Claims the keys of rows that an earlier run has dealt with, in whatever words they name others. */
async function claimKeys(db: Db, rules: BatchRules, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter((draft) => draft.settled === null)
  const { rows } = await resolveReferences(db, rules.actor, rules.catalogueOf, open)
  for (const row of rows) rules.sameKeys?.claim(row)
}

/** Reads the rows after `done`, batch by batch. Those before it only claim their keys. */
export async function* readBatches(
  db: Db,
  { sheet, rules }: { sheet: Sheet; rules: BatchRules },
  done: number,
): AsyncGenerator<ReadBatch> {
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
