import { mostSortColumns } from '@steward/contracts/record'
import { useState } from 'react'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordOrder, RecordSort } from '../../../entities/record/index.ts'
import { moveBeside, moveBy, useReorder } from '../../../components/data-table/reorder.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { orderAfter, turned, without } from '../grid/order-act.ts'
import { AvailableColumns } from './available-columns.tsx'
import { ColumnSearch } from './column-search.tsx'
import { OrderedRow } from './ordered-row.tsx'

type SortPopoverProps = {
  anchor: Element | null
  level: Level
  fields: readonly LevelField[]
  columnFields: readonly LevelField[]
  order: RecordOrder
  onChange: (order: RecordOrder) => void
  onClose: () => void
}

/** What the list is sorted by, in order, above what it could be sorted by too. */
export function SortPopover(props: SortPopoverProps) {
  const { anchor, level, fields, columnFields, order, onChange, onClose } = props
  const [query, setQuery] = useState('')
  const keys = order.map(({ column }) => column)
  const inOrder = (columns: readonly string[]) =>
    onChange(columns.map((column) => order.find((key) => key.column === column)!))
  const dragged = useReorder('y', (moved, target, side) => inOrder(moveBeside(keys, moved, target, side)))
  const labelOf = (column: string) => columnFields.find(({ name }) => name === column)?.displayName ?? column

  function row({ column, direction }: RecordSort) {
    const label = labelOf(column)
    const rising = direction === 'ASC'
    return (
      <OrderedRow
        key={column}
        label={label}
        dragged={dragged(column)}
        onStep={(by) => inOrder(moveBy(keys, column, by))}
      >
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${label}: ${rising ? 'ascending' : 'descending'}, reverse`}
          icon={rising ? <IconArrowUp aria-hidden /> : <IconArrowDown aria-hidden />}
          onClick={() => onChange(turned(order, column))}
        >
          {rising ? 'Ascending' : 'Descending'}
        </Button>
        {order.length > 1 && (
          <IconButton
            label={`Remove ${label} from sort`}
            size="sm"
            icon={<IconX aria-hidden />}
            onClick={() => onChange(without(order, column))}
          />
        )}
      </OrderedRow>
    )
  }

  return (
    <AnchoredPopover
      anchor={anchor}
      align="end"
      label="Sort"
      onClose={onClose}
      className="max-h-[min(30rem,var(--available-height))] w-80"
    >
      <section aria-label="Sorted by" className="px-2 pt-2">
        <h3 className="px-1 pb-1 text-label font-medium text-3">Sorted by</h3>
        <ol>{order.map(row)}</ol>
      </section>
      {order.length < mostSortColumns ? (
        <>
          <ColumnSearch value={query} onChange={setQuery} />
          <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
            <AvailableColumns
              level={level}
              fields={fields}
              taken={keys}
              query={query}
              verb="Sort by"
              onChoose={(column) => onChange(orderAfter(order, column, 'add'))}
            />
          </div>
        </>
      ) : (
        <p className="px-3 py-2 text-label text-2">You can sort by at most {mostSortColumns} columns.</p>
      )}
    </AnchoredPopover>
  )
}
