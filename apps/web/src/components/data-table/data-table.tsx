import './data-table.css'
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type Ref,
  type ReactNode,
} from 'react'
import { cellId, TableRow, type RowDrawing } from './table-row.tsx'
import { TableHeader } from './table-header.tsx'
import {
  usePlacedColumns,
  type GridColumn,
  type GridLayout,
  type GridSort,
  type PlacedColumns,
} from './grid-columns.ts'
import type { HeaderActions } from './header-menu.tsx'
import { useArrowEntry } from './use-arrow-entry.ts'
import { useGridControl } from './grid-control.ts'
import type { CellActs, CellMarks, GridEvents } from './grid-acts.ts'
import type { GridHandle } from './grid-focus.ts'
import { rowMark } from './cell-range.ts'
import { GridVoice } from './grid-voice.tsx'
import { checkWidth, useGridWindow, withKept } from './grid-window.ts'
import type { RowSelection } from './row-selection.ts'

export type DataTableProps<Row> = {
  label: string
  columns: readonly GridColumn[]
  layout: GridLayout
  /** Rows in all, loaded or not. */
  count: number
  rowAt: (index: number) => Row | undefined
  idOf: (row: Row) => number
  drawing: RowDrawing<Row>
  /** Pixels. */
  rowHeight: number
  sort: GridSort
  selection: RowSelection
  /** all: every loaded row is selected. */
  selected: 'none' | 'some' | 'all'
  /** The rows shown are those of the view before. */
  stale: boolean
  /** Changes with the view; the table then starts at the top. */
  viewKey: string
  actions: HeaderActions
  events: GridEvents<Row>
  /** What can be done with ranges of cells. */
  cells?: CellActs
  /** Cells that could not be written. */
  marks?: CellMarks
  handle?: Ref<GridHandle>
  /** A row below all others, which stays in view. */
  footer?: (columns: PlacedColumns) => ReactNode
  onResize: (columnId: string, width: number) => void
  /** The first and the last row that are drawn. */
  onRange: (first: number, last: number) => void
}

/** A grid of any length: rows and columns out of sight are not drawn, and rows load as they are reached. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { count, idOf, drawing, rowHeight, selection, viewKey, onRange, marks } = props
  const gridId = useId()
  const grid = useRef<HTMLDivElement>(null)
  useArrowEntry(grid)
  const placed = usePlacedColumns(props.columns, props.layout)
  const [menuFor, setMenuFor] = useState<string | null>(null)

  const {
    rows: inView,
    height,
    layout,
    span,
    scrollToTop,
    ...window
  } = useGridWindow({
    grid,
    placed,
    count,
    rowHeight,
    hasFooter: props.footer !== undefined,
  })
  const control = useGridControl({
    ...props,
    ...window,
    grid,
    placed,
    cells: props.cells,
    refusedText: (row, columnId) => marks?.get(idOf(row))?.get(columnId)?.text,
    openMenu: setMenuFor,
  })
  const { active, editing, range } = control
  const rows = withKept(inView, editing?.row ?? active.row, span, count)

  const shownView = useRef(viewKey)
  useEffect(() => {
    if (shownView.current === viewKey) return
    shownView.current = viewKey
    scrollToTop()
  }, [viewKey, scrollToTop])

  const { first, last } = span
  useEffect(() => onRange(first, Math.max(first, last)), [onRange, first, last])

  const style = useMemo(() => {
    const widths = placed.all.map((column) => [`--dt-${column.index}`, `${column.size}px`])
    return {
      '--dt-width': `${checkWidth + placed.width}px`,
      '--dt-row': `${rowHeight}px`,
      ...Object.fromEntries(widths),
    } as CSSProperties
  }, [placed, rowHeight])

  const activeColumn = placed.all[active.column]?.id
  return (
    <>
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={count + (props.footer ? 2 : 1)}
        aria-colcount={placed.all.length + 1}
        aria-multiselectable
        aria-busy={props.stale || undefined}
        aria-activedescendant={activeColumn && cellId(gridId, active.row, activeColumn)}
        data-filling={control.filling}
        className="dt relative min-h-0 flex-1 overflow-auto overscroll-contain"
        style={style}
        {...control.handlers}
      >
        <TableHeader
          gridId={gridId}
          grid={grid}
          columns={placed}
          layout={layout}
          sort={props.sort}
          active={active.row === -1 ? activeColumn : undefined}
          selection={props.selected}
          onSelectAll={props.events.onSelectAll}
          actions={props.actions}
          menuFor={menuFor}
          onMenu={setMenuFor}
          onResize={props.onResize}
        />
        <div
          role="rowgroup"
          className="dt-body relative"
          data-stale={props.stale ? '' : undefined}
          style={{ height: height, width: 'var(--dt-width)', minWidth: '100%' }}
        >
          {rows.map(({ index, slot }) => {
            const open = editing?.row === index ? editing : undefined
            const row = control.rowAt(index)
            return (
              <TableRow<Row>
                // An open editor stays in its element.
                key={open ? 'edited' : slot}
                gridId={gridId}
                index={index}
                top={index * rowHeight}
                row={row}
                layout={layout}
                drawing={drawing}
                selected={row !== undefined && selection.ids.has(idOf(row))}
                range={rowMark(range, index)}
                marks={row && marks?.get(idOf(row))}
                canFill={props.cells?.write !== undefined}
                active={active.row === index ? activeColumn : undefined}
                editing={open?.columnId}
                typed={open?.typed}
                closeEditor={control.closeEditor}
              />
            )
          })}
        </div>
        {props.footer?.(placed)}
      </div>
      <GridVoice columns={placed.all} range={range} editing={editing} />
    </>
  )
}
