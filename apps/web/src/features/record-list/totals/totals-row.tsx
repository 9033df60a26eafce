import { memo, Suspense, useMemo, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { TotalFunction } from '@steward/contracts/column-set'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { recordTotalsQuery, type RecordView } from '../../../entities/record/index.ts'
import type { PlacedColumn, PlacedColumns } from '../../../components/data-table/grid-columns.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { TotalCell } from './total-cell.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { keepClear } from '../../../ui/toast-room.ts'

const TotalMenu = lazyPart(() => import('./total-menu.tsx'), 'TotalMenu')

export type Totals = Readonly<Record<string, TotalFunction>>

type TotalsRowProps = {
  level: Level
  view: RecordView
  fields: ReadonlyMap<string, LevelField>
  lookups: ValueLookups
  columns: PlacedColumns
  totals: Totals
  onChange: (totals: Totals) => void
  /** How many rows are above it, the header too. */
  above: number
  /** The rows are there, so that the totals do not hold them up. */
  ready: boolean
}

const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** The row below all others: of each column what someone wants to know about all its values. */
export const TotalsRow = memo(function TotalsRow(props: TotalsRowProps) {
  const { level, view, fields, lookups, columns, totals, onChange, above, ready } = props
  const { all, pinned, loose } = columns
  const [reached, setReached] = useState('name')
  const [open, setOpen] = useState<{ column: string; anchor: Element }>()
  const [told, setTold] = useState<string>()

  const asked = useMemo(
    () => Object.fromEntries(all.flatMap(({ id }) => (totals[id] ? [[id, totals[id]]] : []))) as Totals,
    [all, totals],
  )
  const { data, isError } = useQuery({ ...recordTotalsQuery(level, view, asked), enabled: ready })
  const byColumn = new Map(data?.map((total) => [`${total.function} ${total.column}`, total]))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { total } = (event.target as HTMLElement).dataset
    if (total === undefined || !event.currentTarget.contains(event.target as Node)) return
    if (event.key === 'ArrowUp') event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus()
    const place = all.findIndex(({ id }) => id === total)
    const next = all[steps[event.key]?.(place, all.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-total="${CSS.escape(next.id)}"]`)?.focus()
  }

  function choose(column: string, chosen: TotalFunction | undefined) {
    const { [column]: _before, ...rest } = totals
    setTold(column)
    onChange(chosen ? { ...rest, [column]: chosen } : rest)
  }

  const focusable = all.some(({ id }) => id === reached) ? reached : all[0]?.id
  const cell = (column: PlacedColumn) => {
    const chosen = totals[column.id]
    const edge = column === pinned.at(-1) ? ' dt-edge' : ''
    return (
      <TotalCell
        key={column.id}
        column={column}
        field={fields.get(column.id)}
        chosen={chosen}
        total={byColumn.get(`${chosen} ${column.id}`)}
        failed={isError && chosen !== undefined}
        lookups={lookups}
        className={column.pinned ? `dt-cell dt-pin${edge}` : 'dt-cell'}
        reached={column.id === focusable}
        told={told === column.id}
        onOpen={(anchor) => setOpen({ column: column.id, anchor })}
      />
    )
  }

  const chosenField = open && fields.get(open.column)
  return (
    <div
      role="rowgroup"
      ref={keepClear}
      className="dt-foot"
      style={{ '--dt-pinned': `${columns.pinnedWidth + 40}px` } as CSSProperties}
    >
      <div
        role="row"
        aria-rowindex={above + 1}
        aria-label="Totals"
        className="flex min-w-full"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target.dataset.total !== undefined && setReached(target.dataset.total)}
      >
        <div role="gridcell" aria-colindex={1} className="dt-cell dt-pin dt-check">
          <span className="sr-only">Totals</span>
        </div>
        {pinned.map(cell)}
        {loose.map(cell)}
        <div className="dt-rest" />
      </div>
      <Suspense>
        {open && chosenField && (
          <TotalMenu
            anchor={open.anchor}
            field={chosenField}
            chosen={totals[open.column]}
            onChoose={(chosen) => choose(open.column, chosen)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
})
