import { mostCellRows, mostCells } from '@steward/contracts/cell'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { columnsOf, rowsOf, union, type CellRange } from '../../../components/data-table/cell-range.ts'
import { valueOf } from '../../../entities/value/index.ts'
import { numberText } from '../../../ui/reader.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeSubject } from '../acts/use-record-edits.ts'
import type { CellContext } from './cell-context.ts'
import { heldRows, loadRows } from './cell-rows.ts'
import { cellText, inputFor } from './cell-text.ts'
import { countedCells } from './cell-write.ts'
import { readHtml, readText, writeHtml, writeText } from './clipboard-table.ts'
import { planPaste, repeated } from './paste-plan.ts'
import { writeRange, type InputAt } from './range-write.ts'
import { withProgress } from './with-progress.ts'

/** What was on the clipboard when it was pasted. */
export interface Clip {
  text: string
  html: string
}

const longestCopy = 5000

/** A cell with the field it came from. */
type Source = { field: LevelField | undefined; value: FieldValue | null }

/** The last copy made here, whose values are written as they are where the clipboard still holds it. */
let lastCopy: { text: string; level: number; cells: readonly (readonly Source[])[] } | undefined

const isTooMuch = (range: CellRange) =>
  rowsOf(range) > mostCellRows || rowsOf(range) * columnsOf(range) > mostCells

function sourcesOf(
  { fieldOf }: CellContext,
  rows: readonly (RecordBody | undefined)[],
  columns: readonly string[],
): Source[][] {
  return rows.map((record) =>
    columns.map((columnId) => {
      const field = fieldOf(columnId)
      return { field, value: field && record ? valueOf(record, field) : null }
    }),
  )
}

function textsOf({ lookups }: CellContext, cells: readonly (readonly Source[])[]): string[][] {
  return cells.map((line) => line.map(({ field, value }) => (field ? cellText(field, value, lookups) : '')))
}

function sayCopied(range: CellRange): void {
  const count = rowsOf(range) * columnsOf(range)
  if (count > 1) toast.info(`${countedCells(count)} copied`, { subject: 'copy' })
}

/** Copies a range as text and as a table. What is not loaded yet is loaded first. */
export function copyCells(
  context: CellContext,
  range: CellRange,
  columns: readonly string[],
  data: DataTransfer | null,
): void {
  if (rowsOf(range) > longestCopy) {
    const text = `At most ${numberText(longestCopy)} rows can be copied at once. Export the list for more.`
    return void toast.info(text, { subject: 'copy' })
  }
  const held = heldRows(context, range.top, range.bottom)
  const blockOf = (rows: readonly (RecordBody | undefined)[]) => {
    const cells = sourcesOf(context, rows, columns.slice(range.left, range.right + 1))
    const block = textsOf(context, cells)
    const text = writeText(block)
    lastCopy = { text, level: context.level.id, cells }
    return { text, html: writeHtml(block) }
  }
  if (!held || !data) return void copyLater(context, range, blockOf)
  const { text, html } = blockOf(held)
  data.setData('text/plain', text)
  data.setData('text/html', html)
  sayCopied(range)
}

/** Where the rows have to be loaded, the moment of the key is over: the clipboard is written by itself. */
async function copyLater(
  context: CellContext,
  range: CellRange,
  blockOf: (rows: readonly (RecordBody | undefined)[]) => Clip,
): Promise<void> {
  try {
    const rows = await withProgress(context, 'Loading rows', (onShare) =>
      loadRows(context, range.top, range.bottom, onShare),
    )
    const { text, html } = blockOf(rows)
    const item = new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    })
    await navigator.clipboard.write([item])
    sayCopied(range)
  } catch (error) {
    if (isSessionExpired(error)) return
    const isRefused =
      error instanceof DOMException || error instanceof ReferenceError || error instanceof TypeError
    const text = isRefused ? 'The rows are now loaded. Copy again.' : errorText(error)
    toast.error(text, { subject: 'copy' })
  }
}

function sayTooMuch(): void {
  const most = `${numberText(mostCellRows)} rows and ${numberText(mostCells)} cells`
  toast.info(`At most ${most} can be changed at once. Use an import for more.`, { subject: changeSubject })
}

function askForRoom(
  { update }: CellContext,
  size: { rows: number; columns: number },
  left: { rows: number; columns: number },
): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (goOn: boolean) => {
      update((state) => ({ ...state, question: undefined }))
      resolve(goOn)
    }
    update((state) => ({ ...state, question: { size, left, answer } }))
  })
}

const lineEnds = /\r\n|\r/g

/** The cells on the clipboard: the values of a copy that was made here, else texts. */
function clippedInputs(
  context: CellContext,
  clip: Clip,
): { size: { rows: number; columns: number }; at: InputAt } {
  const text = clip.text.replaceAll(lineEnds, '\n')
  if (lastCopy?.text === text && lastCopy.level === context.level.id) {
    const { cells } = lastCopy
    const sourceAt = repeated(cells)
    return {
      size: { rows: cells.length, columns: cells[0]!.length },
      at: (row, column, field) => {
        const { field: from, value } = sourceAt(row, column)
        return from ? inputFor(field, from, value, context.lookups) : null
      },
    }
  }
  const block = (clip.text === '' ? readHtml(clip.html) : undefined) ?? readText(clip.text)
  return { size: { rows: block.length, columns: block[0]!.length }, at: repeated(block) }
}

/** Pastes a block from the first cell of a range on. Gives where it goes, or undefined where it does not. */
export async function pasteCells(
  context: CellContext,
  range: CellRange,
  columns: readonly string[],
  clip: Clip,
): Promise<CellRange | undefined> {
  if (clip.text === '' && clip.html === '') {
    toast.info('The clipboard is empty.', { subject: changeSubject })
    return undefined
  }
  const { size, at } = clippedInputs(context, clip)
  const { target, left } = planPaste(size, range, { rows: context.count, columns: columns.length })
  if (isTooMuch(target)) {
    sayTooMuch()
    return undefined
  }
  if (left.rows + left.columns > 0 && !(await askForRoom(context, size, left))) return undefined
  const inputAt: InputAt = (row, column, field) => at(row - target.top, column - target.left, field)
  void writeRange(context, { target, columns, verb: 'pasted', inputAt })
  return target
}

export function eraseCells(context: CellContext, range: CellRange, columns: readonly string[]): void {
  if (isTooMuch(range)) return sayTooMuch()
  void writeRange(context, { target: range, columns, verb: 'cleared', inputAt: () => null })
}

/** Repeats the values of one range in another that lies beside it. */
export async function fillCells(
  context: CellContext,
  from: CellRange,
  to: CellRange,
  columns: readonly string[],
): Promise<void> {
  if (isTooMuch(union(from, to))) return sayTooMuch()
  const rows = heldRows(context, from.top, from.bottom)
  const loaded = rows ?? (await loadRows(context, from.top, from.bottom, () => undefined))
  const sourceAt = repeated(sourcesOf(context, loaded, columns.slice(from.left, from.right + 1)))
  await writeRange(context, {
    target: to,
    columns,
    verb: 'filled',
    inputAt(row, column, field) {
      const { field: source, value } = sourceAt(row - from.top, column - from.left)
      return source ? inputFor(field, source, value, context.lookups) : null
    },
  })
}
