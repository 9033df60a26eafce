import { useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { CurrencyDefinition, ExchangeRates, RateMonth } from '@steward/contracts/currency'
import { cx } from '../../../ui/cx.ts'
import { formatDay } from '../../../ui/day-text.ts'
import { formatNumber } from '../../../ui/number-text.ts'
import { forReader } from '../../../ui/reader.ts'
import { cellKey, pastedCells } from './rate-draft.ts'

const monthFormat = forReader(
  ({ locale }) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

export const monthText = (month: string): string => monthFormat().format(new Date(`${month}-01T00:00:00Z`))

/** As many places as tell rates apart: seven significant ones. */
export const rateText = (rate: number): string => formatNumber(Number(rate.toPrecision(7)), undefined)

type RateGridProps = {
  rates: ExchangeRates
  base: CurrencyDefinition
  currencies: readonly CurrencyDefinition[]
  textOf: (key: string) => string
  isChanged: (key: string) => boolean
  faultOf: (key: string) => string | undefined
  onChange: (cells: readonly (readonly [key: string, text: string])[]) => void
}

const sources = {
  entered: 'entered',
  ecb: 'European Central Bank',
  sample: 'sample rate of the demo',
} as const

function noteOf({ rates }: RateMonth, id: number): string | undefined {
  const known = rates.find(({ currencyDefinitionId }) => currencyDefinitionId === id)
  return known && `Of ${formatDay(known.rateDate)}, ${sources[known.source]}`
}

/** Whether an arrow key leaves the text of a cell: up and down always, sideways at its ends. */
function leaves({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
  const { selectionStart, selectionEnd, value } = currentTarget
  const whole = selectionStart === 0 && selectionEnd === value.length
  if (key === 'ArrowLeft') return whole || selectionEnd === 0
  if (key === 'ArrowRight') return whole || selectionStart === value.length
  return true
}

const moves: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Months down, currencies across. Arrows and Enter go from cell to cell, a block of a spreadsheet is pasted. */
export function RateGrid(props: RateGridProps) {
  const { rates, base, currencies, textOf, onChange } = props
  const table = useRef<HTMLTableElement>(null)
  const months = rates.months.map(({ month }) => month)
  const ids = currencies.map(({ currencyDefinitionId }) => currencyDefinitionId)

  function go(row: number, column: number): void {
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, row: number, column: number, saved: string) {
    const move = moves[event.key]
    if (move && leaves(event)) {
      event.preventDefault()
      go(row + move[0], column + move[1])
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onChange([[cellKey(months[row] ?? '', ids[column] ?? 0), saved]])
    }
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, row: number, column: number) {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    onChange(pastedCells(text, { row, column }, months, ids))
  }

  return (
    <div className="mt-3 overflow-x-auto" tabIndex={-1}>
      <table ref={table} aria-label="Exchange rates" className="border-separate border-spacing-0">
        <thead>
          <tr className="h-8 text-label font-medium text-2">
            <th
              scope="col"
              className="sticky left-0 z-1 border-b border-line bg-surface pr-4 text-left font-medium"
            >
              1 {base.code} =
            </th>
            {currencies.map(({ code, name }) => (
              <th
                key={code}
                scope="col"
                className="border-b border-line px-2 text-right font-medium"
                data-tooltip={name}
              >
                {code}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.months.map((month, row) => (
            <tr key={month.month}>
              <th
                scope="row"
                className="sticky left-0 z-1 border-b border-line bg-surface pr-4 text-left text-body font-medium whitespace-nowrap"
              >
                {monthText(month.month)}
                {month.rates.some(
                  (rate) => rate.source === 'sample' && ids.includes(rate.currencyDefinitionId),
                ) && <span className="ml-2 text-label font-normal text-2">Sample</span>}
              </th>
              {currencies.map(({ code, currencyDefinitionId: id }, column) => (
                <RateCell
                  key={code}
                  {...props}
                  place={`${row} ${column}`}
                  label={`${code}, ${monthText(month.month)}`}
                  cell={cellKey(month.month, id)}
                  note={noteOf(month, id)}
                  carried={month.month === rates.presentMonth ? carriedOf(rates, id) : undefined}
                  onKeyDown={(event) => {
                    const known = month.rates.find(({ currencyDefinitionId }) => currencyDefinitionId === id)
                    onKeyDown(event, row, column, known ? rateText(known.rate) : '')
                  }}
                  onPaste={(event) => onPaste(event, row, column)}
                  text={textOf(cellKey(month.month, id))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The rate of a month before, where the present one has none. */
function carriedOf({ effective }: ExchangeRates, id: number): { text: string; month: string } | undefined {
  const known = effective.find(({ currencyDefinitionId }) => currencyDefinitionId === id)
  if (!known?.carried || known.rate === null || known.month === null) return undefined
  return { text: rateText(known.rate), month: known.month }
}

type RateCellProps = Pick<RateGridProps, 'isChanged' | 'faultOf' | 'onChange'> & {
  place: string
  label: string
  cell: string
  text: string
  note: string | undefined
  carried: { text: string; month: string } | undefined
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

function RateCell(props: RateCellProps) {
  const { place, label, cell, text, note, carried, isChanged, faultOf, onChange } = props
  const hintId = useId()
  const fault = faultOf(cell)
  const missing = carried
    ? `No rate yet: the rate of ${monthText(carried.month)} is used`
    : 'No rate for this month'
  const hint = fault ?? (isChanged(cell) ? 'Unsaved' : text === '' ? missing : note)
  return (
    <td className="border-b border-line p-0.5" data-tooltip={hint}>
      <input
        data-cell={place}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={fault !== undefined}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={carried?.text ?? '–'}
        className={cx(
          'tabular h-8 w-28 rounded-control border border-transparent bg-transparent px-2 text-right text-body placeholder:text-3 placeholder:italic hover:border-edge focus:bg-surface',
          isChanged(cell) && 'bg-accent-soft',
          fault && 'border-poor text-poor',
        )}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onChange([[cell, target.value]])}
        onKeyDown={props.onKeyDown}
        onPaste={props.onPaste}
      />
      <span id={hintId} hidden>
        {hint}
      </span>
    </td>
  )
}
