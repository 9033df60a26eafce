import { IconCheck, IconDots, IconMathFunction, IconMinus } from '@tabler/icons-react'
import type { Field } from '@steward/contracts/field'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import { countText } from '../delete/use-words.ts'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, useDragOrder } from '../../../components/order/use-drag-order.ts'
import { TypeText } from '../type-icon.tsx'
import type { FieldOrder } from './use-field-order.ts'

type FieldTableProps = {
  label: string
  fields: readonly Field[]
  places: ReadonlyMap<number, number> | undefined
  /** null while only some of the fields are shown. */
  order: FieldOrder | null
  onEdit: (field: Field) => void
  onUsage: (field: Field) => void
  onMenu: (field: Field, button: HTMLElement) => void
}

const columns =
  'lg:grid-cols-[1.5rem_minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1.3fr)_4.5rem_4.5rem_4.5rem_5.5rem_2rem]'

const headers = ['Name', 'API name', 'Type', 'Required', 'Visible', 'Editable', 'Used in']

/** A table from 1024 px on; below, each field is a card. */
export function FieldTable({ label, fields, order, ...rest }: FieldTableProps) {
  const dragged = useDragOrder((moved, target, side) => order?.move(moved, target, side))
  return (
    <div role="table" aria-label={label} className="min-w-0">
      <TableHead shown="hidden lg:block" className={cx('gap-x-3', columns)}>
        <HiddenHeader>Order</HiddenHeader>
        {headers.map((header) => (
          <span key={header} role="columnheader">
            {header}
          </span>
        ))}
        <HiddenHeader>Actions</HiddenHeader>
      </TableHead>
      <div role="rowgroup">
        {fields.map((field) => (
          <Row
            key={field.customColumnId}
            field={field}
            order={order}
            drag={dragged(String(field.customColumnId))}
            {...rest}
          />
        ))}
      </div>
    </div>
  )
}

type RowProps = Omit<FieldTableProps, 'fields' | 'label'> & {
  field: Field
  drag: ReturnType<ReturnType<typeof useDragOrder>>
}

function Row({ field, places, order, drag, onEdit, onUsage, onMenu }: RowProps) {
  const { displayName, name, dataType, description } = field
  const isCalculated = field.vertical || field.horizontal
  return (
    <div
      role="row"
      {...(order && drag.row)}
      className={cx(
        'group grid min-h-11 grid-cols-[1.5rem_minmax(0,1fr)_2rem] items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 hover:bg-hover max-lg:py-2.5',
        dropEdge,
        columns,
      )}
    >
      <div role="cell" className="-ml-1 max-lg:order-1">
        {order && (
          <DragHandle name={displayName} dragging={drag.handle} onMove={(by) => order.moveBy(field, by)} />
        )}
      </div>
      <div role="cell" className="min-w-0 max-lg:order-2">
        <div className="flex items-center gap-1.5">
          <button
            type="button"
            onClick={() => onEdit(field)}
            className="min-w-0 truncate rounded-chip text-left font-medium hover:underline"
          >
            {displayName}
          </button>
          {isCalculated && (
            <span className="flex shrink-0 text-3" data-tooltip="Calculated">
              <IconMathFunction size={14} aria-hidden />
              <span className="hidden-text">Calculated</span>
            </span>
          )}
        </div>
        {description && <p className="truncate text-label text-3">{description}</p>}
      </div>
      {/* Below the table's width the facts flow; in it each is in its column. */}
      <div
        role="none"
        className="flex min-w-0 flex-wrap items-center gap-x-3 text-label max-lg:order-4 max-lg:col-span-2 max-lg:col-start-2 lg:contents"
      >
        <div role="cell" className="min-w-0">
          <code className="block truncate font-mono text-label text-2">{name}</code>
        </div>
        <div role="cell" className="min-w-0 text-2 lg:text-body">
          <TypeText type={dataType} />
        </div>
        <Mark on={field.required} yes="Required" />
        <Mark on={field.isVisible} no="Hidden" />
        <Mark on={field.isEditable} no="Not editable" />
        <div role="cell" className="min-w-0">
          <Places field={field} count={places?.get(field.customColumnId)} onUsage={onUsage} />
        </div>
      </div>
      <div role="cell" className="flex justify-end max-lg:order-3">
        <button
          type="button"
          aria-haspopup="menu"
          aria-label={`Actions for ${displayName}`}
          onClick={(event) => onMenu(field, event.currentTarget)}
          className="flex size-7 items-center justify-center rounded-control text-3 hover:bg-line hover:text-1"
        >
          <IconDots size={16} aria-hidden />
        </button>
      </div>
    </div>
  )
}

/** Yes or no; below the table's width, in words, only what is out of the ordinary. */
function Mark({ on, yes, no }: { on: boolean; yes?: string; no?: string }) {
  const word = on ? yes : no
  return (
    <div role="cell" className={cx('text-2', !word && 'max-lg:hidden')}>
      <span className="hidden items-center lg:flex">
        {on ? (
          <IconCheck size={16} className="text-accent-text" aria-hidden />
        ) : (
          <IconMinus size={16} className="text-3" aria-hidden />
        )}
        <span className="hidden-text">{on ? 'Yes' : 'No'}</span>
      </span>
      <span className="lg:hidden">{word}</span>
    </div>
  )
}

type PlacesProps = Pick<RowProps, 'field' | 'onUsage'> & { count: number | undefined }

function Places({ field, count, onUsage }: PlacesProps) {
  if (count === undefined) return <Skeleton className="h-3 w-12" />
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${field.displayName} is used in ${countText(count, 'place')}`}
      onClick={() => onUsage(field)}
      className={cx(
        'tabular h-6 rounded-chip hover:underline lg:text-body',
        count === 0 ? 'text-3' : 'text-accent-text',
      )}
    >
      {countText(count, 'place')}
    </button>
  )
}
