import { useEffect, useRef, type CSSProperties } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ListedUser } from '@steward/contracts/user-management'
import { useNarrow } from '../../../components/narrow.ts'
import type { Sort } from '../users-address.ts'
import { UserCells, type RowActions } from './user-cells.tsx'
import { columnsOf } from './users-columns.ts'
import { UsersHead } from './users-head.tsx'

type UsersTableProps = {
  users: readonly ListedUser[]
  /** Changes with what is shown; the list then begins at its top again. */
  viewKey: string
  sort: Sort
  onSort: (sort: Sort) => void
  /** Left out where nothing may be done. */
  actions: RowActions | undefined
}

const rowHeight = 48
const cardHeight = 76

/** A table of any length: only the rows in view are in the document. Below 768 px each row is a card. */
export function UsersTable({ users, viewKey, sort, onSort, actions }: UsersTableProps) {
  const narrow = useNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const height = narrow ? cardHeight : rowHeight
  const rows = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => users[index]!.userId,
    overscan: 6,
  })
  useEffect(() => rows.measure(), [rows, height])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [viewKey])

  return (
    <div ref={scroller} data-print="page" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div role="table" aria-label="Users" aria-rowcount={users.length + 1} className="min-w-0">
        <UsersHead sort={sort} onSort={onSort} hasActions={actions !== undefined} />
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const place: CSSProperties = { transform: `translateY(${start}px)`, height }
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                className={`absolute inset-x-0 top-0 flex [contain:strict] items-center gap-4 border-b border-line px-4 hover:bg-hover md:grid ${columnsOf(actions !== undefined)}`}
                style={place}
              >
                <UserCells user={users[index]!} actions={actions} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
