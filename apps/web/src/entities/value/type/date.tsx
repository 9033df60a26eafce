import { isDay } from '@steward/contracts/value'
import { formatDay, parseDay, readerDay } from '../../../ui/day-text.ts'
import { momentText } from '../../../components/moment-text.ts'
import type { ValueType } from './value-type.ts'

/** A day, or the local day of an instant. */
function dayText(value: string): string {
  if (isDay(value)) return formatDay(value)
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : formatDay(readerDay(date))
}

/** The exact time behind a shown day; undefined where there is only a day. */
function instantText(value: string): string | undefined {
  return isDay(value) ? undefined : momentText(value)
}

const text = (value: unknown): string => dayText(String(value))

const date: ValueType = {
  text,
  view: (value) => (
    <span className="tabular truncate" data-tooltip={instantText(String(value))}>
      {text(value)}
    </span>
  ),
  editor: 'day',
  draft: (value) => formatDay(String(value)),
  read: (typed) => (typed === '' ? null : (parseDay(typed) ?? typed)),
  filterText: text,
  importAsks: 'date',
}

export const dateTypes = { date, mandatoryDate: date }
