import type { DateFormat } from '@steward/contracts/plain/cell-format'
import { isDay } from '@steward/contracts/value'
import { parseDateCell } from '../../platform/tabular/index.ts'
import { columnOf } from './column.sql.ts'
import type { Fault, ServerType } from './data-type.port.ts'
import { quote } from './text.reading.ts'

// Most days of large files have this form, which needs no closer look.
const plainDay = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/

/** Formats that leave no doubt which number is the day; tried where none was chosen. */
const certainFormats: readonly DateFormat[] = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'D-MMM-YYYY',
  'D MMM YYYY',
  'D/MMM/YYYY',
  'MMM D, YYYY',
]

/** The day as YYYY-MM-DD; a time beside it is left out. */
function readDayText(text: string, format: DateFormat | undefined, label: string): string | Fault {
  // Other forms begin with the year 1000; this one holds whatever a field does.
  if ((format ?? 'YYYY-MM-DD') === 'YYYY-MM-DD' && (plainDay.test(text) || isDay(text))) return text
  for (const one of format ? [format] : certainFormats) {
    const found = parseDateCell(text, one)
    if (found !== undefined) return found.slice(0, 10)
  }
  if (format === 'serial') return { fault: `${label}: ${quote(text)} is not the number of a day.` }
  return { fault: `${label}: ${quote(text)} is not a day written ${format ?? 'YYYY-MM-DD'}.` }
}

const date: ServerType = {
  column: (_json, text) => columnOf(`((${text}) collate "C")`, 'isoDate'),
  cell:
    (field, { dateFormat }) =>
    (text) =>
      readDayText(text, dateFormat, field.displayName),
  // Some built-in fields hold an instant.
  write: (value) => (isDay(value as string) ? { day: value as string } : (value as string)),
}

export const dateTypes = { date, mandatoryDate: date }
