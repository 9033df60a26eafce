import { writtenDateFormats, type DateFormat } from '@steward/contracts/plain/cell-format'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clock = String.raw`(?:[T ,]+(?<h>\d{1,2}):(?<i>\d{2})(?::(?<s>\d{2})(?:[.,]\d+)?)?\s*(?<half>[aApP]\.?[mM]\.?)?\s*(?<zone>Z|UTC|GMT|(?:Z|UTC|GMT)?[+-]\d{2}:?\d{2})?)?`

const patterns = new Map<DateFormat, RegExp>(writtenDateFormats.map((format) => [format, pattern(format)]))

function pattern(format: DateFormat): RegExp {
  const source = format
    .replaceAll('.', String.raw`\.`)
    .replace('YYYY', String.raw`(?<y>\d{4})`)
    .replace('YY', String.raw`(?<y>\d{2})`)
    .replace('MMM', '(?<name>[a-zA-Z]{3,9})')
    .replace('MM', format === 'YYYYMMDD' ? String.raw`(?<m>\d{2})` : String.raw`(?<m>\d{1,2})`)
    .replace(/(?<!\\)DD/, format === 'YYYYMMDD' ? String.raw`(?<d>\d{2})` : String.raw`(?<d>\d{1,2})`)
    .replace(/(?<!\\)D/, String.raw`(?<d>\d{1,2})`)
  return new RegExp(`^${source}${clock}$`)
}

/**
 * The date in a cell as `YYYY-MM-DD`, or with a time as `YYYY-MM-DDTHH:MM:SS` followed by the zone if
 * the cell names one (`Z`, `+02:00`). Undefined if the text is not a date that exists, in this format.
 * Two-digit years up to 69 are in this century.
 */
export function parseDateCell(text: string, format: DateFormat): string | undefined {
  if (format === 'serial') return parseSerial(text.trim())
  const groups = patterns.get(format)?.exec(text.trim())?.groups
  if (!groups) return undefined
  const month = groups['name'] === undefined ? Number(groups['m']) : monthNumber(groups['name'])
  const date = calendarDate(fullYear(groups['y'] ?? ''), month, Number(groups['d']))
  if (date === undefined || groups['h'] === undefined) return date
  const time = clockTime(groups)
  return time === undefined ? undefined : `${date}T${time}${zoneOffset(groups['zone'])}`
}

/** The first day that all spreadsheets count alike, and the last that they know: 1 March 1900, 31 December 9999. */
const [firstSerial, lastSerial] = [61, 2_958_465]
const serialZero = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000

/** A day as spreadsheets count them; the fraction is the time. */
function parseSerial(text: string): string | undefined {
  if (!/^\d{2,7}(?:[.,]\d{1,15})?$/.test(text)) return undefined
  const serial = Number(text.replace(',', '.'))
  if (serial < firstSerial || serial >= lastSerial + 1) return undefined
  const seconds = Math.round((serial * dayMs) / 1000) * 1000
  const [day = '', time = ''] = new Date(serialZero + seconds).toISOString().split('T')
  return Number.isInteger(serial) ? day : `${day}T${time.slice(0, 8)}`
}

function monthNumber(name: string): number {
  const long = 'january february march april may june july august september october november december'.split(
    ' ',
  )
  const word = name.toLowerCase()
  if (word === 'sept') return 9
  return word.length === 3 ? months.indexOf(word) + 1 : long.indexOf(word) + 1
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}

function calendarDate(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1000) return undefined
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined
  return `${year}-${two(month)}-${two(day)}`
}

function clockTime(groups: Record<string, string | undefined>): string | undefined {
  let hour = Number(groups['h'])
  const half = groups['half']?.[0]?.toLowerCase()
  if (half === 'p' && hour < 12) hour += 12
  if (half === 'a' && hour === 12) hour = 0
  const minute = Number(groups['i'])
  const second = Number(groups['s'] ?? 0)
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

function zoneOffset(zone: string | undefined): string {
  if (zone === undefined) return ''
  const offset = /([+-]\d{2}):?(\d{2})$/.exec(zone)
  return offset ? `${offset[1]}:${offset[2]}` : 'Z'
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
