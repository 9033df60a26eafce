import { numberText } from '../../ui/reader.ts'
import { columnsOf, isSingle, rowsOf, type CellRange } from './cell-range.ts'
import type { GridColumn } from './grid-columns.ts'

type GridVoiceProps = {
  columns: readonly GridColumn[]
  range: CellRange
  /** The cell whose editor is open. */
  editing: { columnId: string } | undefined
}

const counted = (count: number, name: string) => `${numberText(count)} ${name}${count === 1 ? '' : 's'}`

/** Tells screen readers what the eye sees of a range and of an open editor. */
export function GridVoice({ columns, range, editing }: GridVoiceProps) {
  const edited = columns.find(({ id }) => id === editing?.columnId)
  const selected = `${counted(rowsOf(range), 'row')} by ${counted(columnsOf(range), 'column')} selected`
  return (
    <span role="status" className="hidden-text">
      {edited ? `Editing ${edited.label}. Enter saves, Escape cancels.` : isSingle(range) ? '' : selected}
    </span>
  )
}
