import { IconChevronsLeft, IconPlus } from '@tabler/icons-react'
import type { BoardColumn } from '@steward/contracts/board'
import type { LevelField } from '../../../entities/field/index.ts'
import { type ValueLookups, valueText } from '../../../entities/value/index.ts'
import { formatDay } from '../../../ui/day-text.ts'
import { numberText } from '../../../ui/reader.ts'
import { ColumnMark } from './column-mark.tsx'

type ColumnHeaderProps = {
  id: string
  column: BoardColumn
  place: number
  sum: LevelField | undefined
  lookups: ValueLookups
  onCollapse: () => void
  /** Left out where nothing can be created. */
  onNew: (() => void) | undefined
}

const plainButton =
  'flex size-6 shrink-0 items-center justify-center rounded-chip text-3 hover:bg-hover hover:text-1 [&_svg]:size-4'

/** Name, count and sum of a column, and what can be done with it. */
export function ColumnHeader(props: ColumnHeaderProps) {
  const { id, column, place, sum, lookups, onCollapse, onNew } = props
  const { label, count } = column
  return (
    <header className="flex flex-col gap-0.5 px-3 pt-2.5 pb-2">
      <div className="flex h-6 items-center gap-2">
        <ColumnMark color={column.color} place={place} />
        <h2 id={id} className="flex min-w-0 items-center gap-2 font-semibold">
          <span className="truncate" title={label}>
            {label}
          </span>
          <span className="tabular font-normal text-3">{numberText(count)}</span>
        </h2>
        {column.retired && <span className="shrink-0 text-label text-3">retired</span>}
        <span className="ml-auto flex">
          <button
            type="button"
            aria-label={`Collapse ${label}`}
            data-tooltip="Collapse"
            className={plainButton}
            onClick={onCollapse}
          >
            <IconChevronsLeft aria-hidden />
          </button>
          {onNew && (
            <button
              type="button"
              aria-label={`New in ${label}`}
              data-tooltip={`New in ${label}`}
              className={plainButton}
              onClick={onNew}
            >
              <IconPlus aria-hidden />
            </button>
          )}
        </span>
      </div>
      {sum && <SumLine column={column} sum={sum} lookups={lookups} />}
    </header>
  )
}

type SumLineProps = { column: BoardColumn; sum: LevelField; lookups: ValueLookups }

function SumLine({ column, sum, lookups }: SumLineProps) {
  const note = noteOf(column)
  return (
    <p className="tabular flex h-4 min-w-0 gap-1.5 text-label text-2">
      <span className="truncate text-3">{sum.displayName}</span>
      {column.sumNote ? (
        <span data-tooltip={column.sumNote} className="truncate">
          {column.sumNote}
        </span>
      ) : (
        <span className="truncate font-medium" data-tooltip={note}>
          {sumText(column, sum, lookups)}
          {column.sumMissing ? (
            <span className="font-normal text-3"> + {numberText(column.sumMissing)}</span>
          ) : null}
          {note && <span className="sr-only"> ({note})</span>}
        </span>
      )}
    </p>
  )
}

/** By which rates a sum was made, and what it leaves out. */
function noteOf({ sumRateDate, sumMissing = 0 }: BoardColumn): string | undefined {
  const rates = sumRateDate && `At rates from ${formatDay(sumRateDate)} or later`
  const missing =
    sumMissing > 0 &&
    `${numberText(sumMissing)} without an exchange rate ${sumMissing === 1 ? 'is' : 'are'} not included`
  return [rates, missing].filter(Boolean).join('. ') || undefined
}

/** The sum of a column as its field is written. */
function sumText(column: BoardColumn, sum: LevelField, lookups: ValueLookups): string {
  const value = column.sum ?? 0
  if (sum.dataType !== 'currency') return valueText(sum, value, lookups)
  const currencyDefinitionId = column.sumCurrencyId ?? lookups.defaultCurrencyId
  return valueText(sum, { currencyDefinitionId, value }, lookups)
}
