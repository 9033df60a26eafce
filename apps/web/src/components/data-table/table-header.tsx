import { memo, Suspense, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react'
import { widthLimits, type GridSort, type PlacedColumn, type PlacedColumns } from './grid-columns.ts'
import type { HeaderActions } from './header-menu.tsx'
import { useReorder } from './reorder.ts'
import { cellClass, cellId, columnStyle, looseCells, type RowLayout } from './table-row.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

type TableHeaderProps = {
  gridId: string
  grid: RefObject<HTMLDivElement | null>
  columns: PlacedColumns
  layout: RowLayout
  sort: GridSort
  active: string | undefined
  /** all: every loaded row is selected. */
  selection: 'none' | 'some' | 'all'
  onSelectAll: () => void
  actions: HeaderActions
  menuFor: string | null
  onMenu: (columnId: string | null) => void
  onResize: (columnId: string, width: number) => void
}

const HeaderMenu = lazyPart(() => import('./header-menu.tsx'), 'HeaderMenu')

const ariaSort = { ASC: 'ascending', DESC: 'descending' } as const

/** Widths change while the pointer moves without drawing anything again: rows read them as variables. */
function useResize({ grid, columns, onResize }: TableHeaderProps) {
  const drag = useRef<{ from: number; size: number; width: number } | null>(null)
  return (column: PlacedColumn) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.dataset.dragging = ''
      drag.current = { from: event.clientX, size: column.size, width: column.size }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag.current) return
      const wanted = drag.current.size + event.clientX - drag.current.from
      const width = Math.round(Math.max(widthLimits.least, Math.min(widthLimits.most, wanted)))
      drag.current.width = width
      grid.current?.style.setProperty(`--dt-${column.index}`, `${width}px`)
      grid.current?.style.setProperty('--dt-width', `${columns.width + 40 + width - column.size}px`)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      delete event.currentTarget.dataset.dragging
      const width = drag.current?.width
      drag.current = null
      if (width !== undefined && width !== column.size) onResize(column.id, width)
    },
    onClick: (event: { stopPropagation(): void }) => event.stopPropagation(),
  })
}

/** Which way a column is sorted and, where there are several, its place among them. */
function SortMark({ sort, columnId }: { sort: GridSort; columnId: string }) {
  const place = sort.findIndex(({ column }) => column === columnId)
  const key = sort[place]
  if (!key) return null
  const Arrow = key.direction === 'DESC' ? IconArrowDown : IconArrowUp
  return (
    <span className="tabular flex shrink-0 items-center text-meta text-accent-text">
      <Arrow size={14} aria-hidden />
      {sort.length > 1 && (
        <>
          <span className="sr-only">{`, sorted ${ariaSort[key.direction]}, key `}</span>
          {place + 1}
          <span className="sr-only">{` of ${sort.length}`}</span>
        </>
      )}
    </span>
  )
}

export const TableHeader = memo(function TableHeader(props: TableHeaderProps) {
  const { gridId, grid, layout, sort, active, selection, onSelectAll, actions, menuFor, onMenu } = props
  const [menuAnchor, setMenuAnchor] = useState<Element | null>(null)
  const dragged = useReorder('x', actions.move)
  const resize = useResize(props)
  const [first] = sort

  function cell(column: PlacedColumn) {
    return (
      <div
        key={column.id}
        id={cellId(gridId, -1, column.id)}
        role="columnheader"
        tabIndex={-1}
        aria-colindex={column.index + 2}
        // Only one header may carry it; the others say it in words.
        aria-sort={first?.column === column.id ? ariaSort[first.direction] : undefined}
        data-column={column.id}
        data-active={active === column.id ? '' : undefined}
        data-end={column.alignEnd ? '' : undefined}
        data-tooltip={column.label.length > 18 ? column.label : undefined}
        ref={menuFor === column.id ? setMenuAnchor : undefined}
        className={cellClass(column, layout)}
        style={columnStyle(column)}
        {...(column.id === 'name' ? {} : dragged(column.id))}
      >
        <span className="min-w-0 truncate">{column.label}</span>
        <SortMark sort={sort} columnId={column.id} />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Menu of ${column.label}`}
          aria-haspopup="menu"
          data-open={menuFor === column.id ? '' : undefined}
          className="dt-menu ml-auto"
          onClick={(event) => {
            event.stopPropagation()
            onMenu(column.id)
          }}
        >
          <IconChevronDown size={14} aria-hidden />
        </button>
        <span className="dt-resize" aria-hidden {...resize(column)} />
      </div>
    )
  }

  return (
    <div role="rowgroup" className="dt-head">
      <div role="row" aria-rowindex={1} data-row={-1} className="flex min-w-full">
        <div role="columnheader" aria-colindex={1} className="dt-cell dt-pin dt-check">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label="Select all loaded rows"
            checked={selection === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selection === 'some'
            }}
            onChange={onSelectAll}
            className="dt-box"
          />
        </div>
        {layout.pinned.map(cell)}
        {looseCells(layout.loose, cell)}
        <div className="dt-rest" />
      </div>
      <Suspense>
        {menuFor && (
          <HeaderMenu
            anchor={menuAnchor}
            column={props.columns.all.find(({ id }) => id === menuFor)}
            sort={sort}
            actions={actions}
            finalFocus={grid}
            onClose={() => onMenu(null)}
          />
        )}
      </Suspense>
    </div>
  )
})
