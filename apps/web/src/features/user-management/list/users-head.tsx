import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { cx } from '../../../ui/cx.ts'
import type { Sort, SortColumn } from '../users-address.ts'
import { columnsOf } from './users-columns.ts'

const columns: readonly { column: SortColumn; label: string; wide?: boolean }[] = [
  { column: 'name', label: 'Name' },
  { column: 'role', label: 'Role' },
  { column: 'mfa', label: 'Two-factor' },
  { column: 'status', label: 'Status' },
  { column: 'seen', label: 'Last seen', wide: true },
  { column: 'currency', label: 'Currency', wide: true },
]

/** Others than administrators do not learn when their teammates were here. */
const shownColumns = (hasActions: boolean) =>
  hasActions ? columns : columns.filter(({ column }) => column !== 'seen')

type UsersHeadProps = { sort: Sort; onSort: (sort: Sort) => void; hasActions: boolean }

export function UsersHead({ sort, onSort, hasActions }: UsersHeadProps) {
  return (
    <div role="rowgroup" className="sticky top-0 z-1 hidden bg-surface md:block">
      <div
        role="row"
        aria-rowindex={1}
        className={cx('grid h-8 items-center gap-x-4 border-b border-line px-4', columnsOf(hasActions))}
      >
        {shownColumns(hasActions).map(({ column, label, wide }) => (
          <Head
            key={column}
            label={label}
            direction={sort.column === column ? (sort.descending ? 'descending' : 'ascending') : undefined}
            className={wide ? 'hidden lg:flex' : 'flex'}
            onPress={() => onSort({ column, descending: sort.column === column && !sort.descending })}
          />
        ))}
        {hasActions && (
          <span role="columnheader">
            <span className="hidden-text">Actions</span>
          </span>
        )}
      </div>
    </div>
  )
}

type HeadProps = {
  label: string
  direction: 'ascending' | 'descending' | undefined
  className: string
  onPress: () => void
}

function Head({ label, direction, className, onPress }: HeadProps) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <span role="columnheader" aria-sort={direction ?? 'none'} className={cx('min-w-0', className)}>
      <button
        type="button"
        onClick={onPress}
        className="-ml-1.5 flex h-6 min-w-0 items-center gap-1 rounded-chip px-1.5 text-label font-medium text-2 hover:bg-hover hover:text-1"
      >
        <span className="truncate">{label}</span>
        {direction && <Arrow size={14} className="shrink-0" aria-hidden />}
      </button>
    </span>
  )
}
