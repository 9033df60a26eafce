import { memo, type CSSProperties, type ReactNode } from 'react'
import type { EditMove } from '../edit-move.ts'
import { cellMark } from './cell-range.ts'
import type { CellMark } from './grid-acts.ts'
import type { PlacedColumn } from './grid-columns.ts'

/** Everything about the shown columns that all rows share. */
export interface RowLayout {
  pinned: readonly PlacedColumn[]
  /** The loose columns that are drawn; a number stands for the pixels of those that are not. */
  loose: readonly (PlacedColumn | number)[]
}

/** How a screen draws its rows; keep it stable between renders. */
export interface RowDrawing<Row> {
  cell: (row: Row, columnId: string) => ReactNode
  /** `close` takes where the focus goes when the editor is done. */
  editor: (
    row: Row,
    columnId: string,
    typed: string | undefined,
    close: (move: EditMove) => void,
  ) => ReactNode
  /** Names the row's checkbox. */
  name: (row: Row) => string
  /** Attributes by which the row's element is found. */
  mark?: (row: Row) => Record<`data-${string}`, string>
}

type TableRowProps<Row> = {
  gridId: string
  index: number
  top: number
  row: Row | undefined
  layout: RowLayout
  drawing: RowDrawing<Row>
  selected: boolean
  /** The selected cells, as `rowMark` writes them. */
  range: string | undefined
  /** The cells that could not be written. */
  marks: ReadonlyMap<string, CellMark> | undefined
  canFill: boolean
  /** The column with the focus, and the one being edited with the key that opened it. */
  active: string | undefined
  editing: string | undefined
  typed: string | undefined
  closeEditor: (move: EditMove) => void
}

export function cellId(gridId: string, row: number, columnId: string): string {
  return `${gridId}-${row}-${columnId}`
}

/** Where a pinned column stands: after the checkbox and the pinned ones before it. */
function pinnedStart(index: number): string {
  const before = Array.from({ length: index }, (_, place) => ` + var(--dt-${place})`)
  return `calc(40px${before.join('')})`
}

/** The loose cells of a row, with room for those that are not drawn. */
export function looseCells(loose: RowLayout['loose'], cell: (column: PlacedColumn) => ReactNode) {
  return loose.map((part, place) =>
    typeof part === 'number' ? (
      // At most one gap leads, and one more parts a kept column from the others.
      <div key={place === 0 ? 'lead' : 'gap'} className="dt-cell" style={{ width: part }} />
    ) : (
      cell(part)
    ),
  )
}

export function columnStyle(column: PlacedColumn): CSSProperties {
  const width = `var(--dt-${column.index})`
  return column.pinned ? { width, left: pinnedStart(column.index) } : { width }
}

export function cellClass(column: PlacedColumn, layout: RowLayout): string {
  if (!column.pinned) return 'dt-cell'
  return column === layout.pinned.at(-1) ? 'dt-cell dt-pin dt-edge' : 'dt-cell dt-pin'
}

/** The edges of a cell that is selected alone. */
const lone = 'lrtbh'

/** What a cell is to readers and styles, and where it is in the range. */
function cellAttributes(column: PlacedColumn, place: string | undefined) {
  const range = place === lone ? undefined : place
  return {
    role: column.id === 'name' ? 'rowheader' : 'gridcell',
    'aria-colindex': column.index + 2,
    'aria-readonly': column.readOnly === undefined ? undefined : true,
    'aria-selected': range === undefined ? undefined : true,
    'data-range': range,
    'data-column': column.id,
    'data-end': column.alignEnd ? '' : undefined,
  }
}

/** Where a range can be dragged to fill what is beside it. */
function FillHandle({ place }: { place: string | undefined }) {
  return place?.endsWith('h') ? <span data-handle="" aria-hidden className="dt-handle" /> : null
}

function BadMark({ message }: { message: string }) {
  return (
    <>
      <svg viewBox="0 0 16 16" className="dt-bad" aria-hidden>
        <circle cx="8" cy="8" r="7" />
        <path d="M8 4.2v4.6M8 11.6v.2" />
      </svg>
      <span className="hidden-text">Not saved: {message}</span>
    </>
  )
}

const barWidth = (index: number, column: number) => `${38 + ((index * 31 + column * 17) % 42)}%`

function TableRowBody<Row>(props: TableRowProps<Row>) {
  const { gridId, index, top, row, layout, drawing, selected, active, editing, typed, closeEditor } = props

  function cell(column: PlacedColumn) {
    const isEditing = row !== undefined && editing === column.id
    const place = cellMark(props.range, column.index)
    const bad = props.marks?.get(column.id)
    return (
      <div
        key={column.id}
        id={active === column.id ? cellId(gridId, index, column.id) : undefined}
        {...cellAttributes(column, place)}
        {...(bad && { 'aria-invalid': true, 'data-bad': '', 'data-tooltip': bad.message })}
        data-active={active === column.id ? '' : undefined}
        data-editing={isEditing ? '' : undefined}
        className={cellClass(column, layout)}
        style={columnStyle(column)}
      >
        {row === undefined ? (
          <span className="dt-bar" style={{ width: barWidth(index, column.index) }} />
        ) : (
          drawing.cell(row, column.id)
        )}
        {bad && <BadMark message={bad.message} />}
        {isEditing && drawing.editor(row, column.id, typed, closeEditor)}
        {props.canFill && <FillHandle place={place} />}
      </div>
    )
  }

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={index}
      data-raised={editing === undefined ? undefined : ''}
      {...(row && drawing.mark?.(row))}
      className="dt-row"
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colindex={1} data-check="" className="dt-cell dt-pin dt-check">
        {row !== undefined && (
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            readOnly
            aria-label={`Select ${drawing.name(row)}`}
            className="dt-box"
          />
        )}
      </div>
      {layout.pinned.map(cell)}
      {looseCells(layout.loose, cell)}
      <div className="dt-rest" />
    </div>
  )
}

export const TableRow = memo(TableRowBody) as typeof TableRowBody
