import { IconInfoCircle } from '@tabler/icons-react'
import type { TotalFunction } from '@steward/contracts/column-set'
import type { LevelField } from '../../../entities/field/index.ts'
import type { RecordTotal } from '@steward/contracts/record-totals'
import type { PlacedColumn } from '../../../components/data-table/grid-columns.ts'
import { columnStyle } from '../../../components/data-table/table-row.tsx'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { numberText } from '../../../ui/reader.ts'
import { ratesText, totalLabel, totalText } from './total-function.ts'

type TotalCellProps = {
  column: PlacedColumn
  field: LevelField | undefined
  chosen: TotalFunction | undefined
  /** undefined while it is on its way. */
  total: RecordTotal | undefined
  failed: boolean
  lookups: ValueLookups
  className: string
  /** The one cell of the row that Tab reaches. */
  reached: boolean
  /** Its value is announced as soon as it is there. */
  told: boolean
  onOpen: (button: HTMLElement) => void
}

const labelOf = (field: LevelField | undefined, chosen: TotalFunction | undefined) =>
  field && chosen && totalLabel(field, chosen)

/** What does not fit into a narrow column. */
function wholeText({ column, field, total, lookups }: TotalCellProps): string | undefined {
  if (!field || !total) return undefined
  const text = `${totalLabel(field, total.function)} of ${column.label}: ${totalText(field, total, lookups)}`
  const rates = ratesText(total)
  return rates ? `${text}, ${rates}` : text
}

/** The amounts that are not included of it. */
function noteOf({ note, missing = 0 }: RecordTotal): string | undefined {
  if (note || missing === 0) return note
  return `${numberText(missing)} without an exchange rate ${missing === 1 ? 'is' : 'are'} left out`
}

/** One total, and the button that chooses what it says. */
export function TotalCell(props: TotalCellProps) {
  const { column, field, chosen, total, failed } = props
  const note = failed ? 'The totals could not be loaded.' : total && noteOf(total)
  const label = labelOf(field, chosen)
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      className={props.className}
      style={columnStyle(column)}
      data-end={column.alignEnd ? '' : undefined}
      data-tooltip={[wholeText(props), note].filter(Boolean).join('. ') || undefined}
    >
      {field && label && <TotalValue {...props} field={field} label={label} note={note} />}
      {field && (
        <button
          type="button"
          tabIndex={props.reached ? 0 : -1}
          data-total={column.id}
          aria-haspopup="menu"
          aria-label={`Total of ${column.label}: ${label ?? 'none'}`}
          className="dt-total"
          onClick={(event) => props.onOpen(event.currentTarget)}
        >
          {label ? '' : 'Total'}
        </button>
      )}
    </div>
  )
}

type TotalValueProps = Pick<TotalCellProps, 'total' | 'failed' | 'lookups' | 'told'> & {
  field: LevelField
  label: string
  note: string | undefined
}

function TotalValue({ field, label, total, failed, lookups, told, note }: TotalValueProps) {
  return (
    <>
      <span
        aria-live={told ? 'polite' : undefined}
        aria-atomic
        // Where both do not fit into one line the label has the lower one, which is out of sight.
        className="flex h-5 min-w-0 flex-wrap-reverse content-end items-baseline gap-x-1.5 overflow-hidden [[data-end]>&]:justify-end"
      >
        <span className="truncate text-meta text-3">{label}</span>
        {total && (
          <span className="tabular max-w-full shrink-0 truncate font-medium text-1">
            {totalText(field, total, lookups)}
          </span>
        )}
        {note && <span className="sr-only">{note}</span>}
      </span>
      {!total && !failed && <span className="dt-bar ml-1.5 w-12" aria-hidden />}
      {note && <IconInfoCircle size={14} className="ml-1 shrink-0 text-3" aria-hidden />}
    </>
  )
}
