import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { columnsOf, rowsOf, type CellRange } from '../../../components/data-table/cell-range.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { valueOf } from '../../../entities/value/index.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeSubject } from '../acts/use-record-edits.ts'
import type { CellContext, CellVerb } from './cell-context.ts'
import { currentRows, heldRows, loadRows } from './cell-rows.ts'
import { cellText } from './cell-text.ts'
import { countedCells, sendCells, type CellInput, type RefusedInput } from './cell-write.ts'
import { withProgress } from './with-progress.ts'

/** The end of the last write: writes run in the order in which they were made. */
let lastWrite: Promise<void> = Promise.resolve()

/** What goes into the cell of a row and a column. */
export type InputAt = (row: number, column: number, field: LevelField) => FieldValue | null

/** The cells of a range, and what goes into them. */
export interface RangeWrite {
  target: CellRange
  columns: readonly string[]
  verb: CellVerb
  inputAt: InputAt
}

/** The cells of a range with what goes into them; those of columns that cannot be written say why. */
function cellsOf(
  context: CellContext,
  { target, columns, inputAt, verb }: RangeWrite,
  rows: readonly (RecordBody | undefined)[],
): { cells: CellInput[]; refused: RefusedInput[] } {
  const cells: CellInput[] = []
  const refused: RefusedInput[] = []
  for (const [at, record] of rows.entries()) {
    if (!record) continue
    const row = target.top + at
    for (let column = target.left; column <= target.right; column += 1) {
      const columnId = columns[column] ?? ''
      const field = context.fieldOf(columnId)
      if (!field) continue
      const cell = { record, row, field, input: inputAt(row, column, field) }
      const message = context.readOnlyOf(columnId)
      if (message === undefined) cells.push(cell)
      else if (verb !== 'cleared' && !isAsItWas(context, cell)) refused.push({ ...cell, message })
    }
  }
  return { cells, refused }
}

/** What was copied with its neighbors and comes back unchanged is no attempt to write it. */
function isAsItWas({ lookups }: CellContext, { record, field, input }: CellInput): boolean {
  const before = cellText(field, valueOf(record, field), lookups)
  return (typeof input === 'string' ? input.trim() : cellText(field, input, lookups)) === before
}

/** Writes the cells of a range, after all writes that were made before; never rejects. */
export function writeRange(context: CellContext, write: RangeWrite): Promise<void> {
  // Rows may have moved by the time it is this write's turn.
  const held = heldRows(context, write.target.top, write.target.bottom)
  lastWrite = lastWrite.then(() => writeNow(context, write, held))
  return lastWrite
}

/** Reports its own failures, and never rejects. */
async function writeNow(
  context: CellContext,
  write: RangeWrite,
  held: readonly RecordBody[] | undefined,
): Promise<void> {
  const { target, verb } = write
  const count = rowsOf(target) * columnsOf(target)
  try {
    await withProgress(
      context,
      `${countedCells(count)} ${count === 1 ? 'is' : 'are'} being ${verb}`,
      async (onShare) => {
        const rows = held
          ? currentRows(context, held)
          : await loadRows(context, target.top, target.bottom, onShare)
        const { cells, refused } = cellsOf(context, write, rows)
        const [reason] = write.columns
          .slice(target.left, target.right + 1)
          .flatMap((id) => context.readOnlyOf(id) ?? [])
        if (cells.length === 0 && refused.length === 0 && reason !== undefined) {
          return void toast.info(reason, { subject: 'read-only' })
        }
        await sendCells(context, cells, refused, verb)
      },
    )
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorText(error), { subject: changeSubject })
  }
}
