/** How the number format of a cell shows its number. A number: pad with zeros to so many digits. */
export type NumberKind = 'number' | 'percent' | 'date' | 'time' | number

const dayMilliseconds = 86_400_000

/** The kind of a number format by its built-in number or its code, such as `dd/mm/yyyy hh:mm`. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtInKind(id)
  if (/^0{2,30}$/.test(code)) return code.length
  const signs = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .toLowerCase()
  if (/general|[0#?]/.test(signs.replaceAll(/[hms][.:,]0+|ss\.?0+/g, '')))
    return signs.includes('%') ? 'percent' : 'number'
  if (/[yd]/.test(signs)) return 'date'
  if (/[hs]/.test(signs)) return 'time'
  return signs.includes('m') ? 'date' : 'number'
}

/** The built-in number formats that are no plain numbers, from one to another. */
const builtIn: readonly [NumberKind, number, number][] = [
  ['percent', 9, 10],
  ['time', 18, 21],
  ['time', 45, 47],
  ['date', 14, 22],
  ['date', 27, 36],
  ['date', 50, 58],
]

function builtInKind(id: number): NumberKind {
  return builtIn.find(([, from, to]) => id >= from && id <= to)?.[0] ?? 'number'
}

/** The text of a number cell: the shortest that says the number, or a percentage, a date, or a time of day. */
export function numberText(raw: string, kind: NumberKind, from1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (kind === 'number') return shortest(value)
  if (kind === 'percent') return `${shortest(value * 100)}%`
  if (typeof kind === 'number')
    return shortest(value).padStart(Number.isInteger(value) && value >= 0 ? kind : 0, '0')
  if (kind === 'time' && value >= 0) return timeText(Math.round(value * 86_400))
  return dateText(value, from1904) ?? shortest(value)
}

/** Excel keeps 15 digits; what lies beyond is rounding. */
function shortest(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  return rounded.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })
}

function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * Serial days as `YYYY-MM-DD`, with a time if there is one. In the 1900 system day 60 is a 29 February
 * that never was, so days before it count from one day later.
 */
function dateText(serial: number, from1904: boolean): string | undefined {
  const shift = !from1904 && serial < 60 ? 1 : 0
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30 + shift)
  const seconds = Math.round(serial * 86_400)
  const moment = new Date(epoch + (seconds / 86_400) * dayMilliseconds)
  if (serial < 0 || Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) return undefined
  const text = new Date(Math.round(moment.getTime() / 1000) * 1000).toISOString()
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19)
}

/** The 0-based column of a reference such as `AB12`, or undefined. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column === 0 ? undefined : column - 1
}
