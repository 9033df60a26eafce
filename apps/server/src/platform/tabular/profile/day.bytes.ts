import { writtenDateFormats, type DateFormat } from '@steward/contracts/plain/cell-format'
import { digitsFrom, isDigitAt } from './cell.bytes.ts'

const [space, plus, dash, dot, slash, zero, colon, letterT, letterZ] = [32, 43, 45, 46, 47, 48, 58, 84, 90]

const twoDigits = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) - zero) * 10 + (bytes[at + 1] as number) - zero

/** Whether there are two digits of a number below a bound. */
const isBelow = (bytes: Uint8Array, at: number, bound: number): boolean =>
  isDigitAt(bytes, at) && isDigitAt(bytes, at + 1) && twoDigits(bytes, at) < bound

/** Nothing, `Z`, or an offset such as +02:00. */
function isZone(bytes: Uint8Array, at: number, end: number): boolean {
  if (at === end) return true
  if (bytes[at] === letterZ) return at + 1 === end
  if (bytes[at] !== plus && bytes[at] !== dash) return false
  const minutes = bytes[at + 3] === colon ? at + 4 : at + 3
  return minutes + 2 === end && isBelow(bytes, at + 1, 100) && isBelow(bytes, minutes, 100)
}

/** The place after seconds with their fraction; -1 where they are wrong. */
function secondsEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end || bytes[at] !== colon) return at
  if (!isBelow(bytes, at + 1, 60)) return -1
  if (at + 3 >= end || bytes[at + 3] !== dot) return at + 3
  const digits = digitsFrom(bytes, at + 4, end)
  return digits === 0 ? -1 : at + 4 + digits
}

/** Whether a part of some bytes is a time, such as 10:30, 10:30:00.5 or 10:30Z. */
function isTime(bytes: Uint8Array, start: number, end: number): boolean {
  if (!isBelow(bytes, start, 24) || bytes[start + 2] !== colon || !isBelow(bytes, start + 3, 60)) return false
  const after = secondsEnd(bytes, start + 5, end)
  return after !== -1 && isZone(bytes, after, end)
}

/** The end of the day in a day with a time; the end of the part where there is no such time. */
export function endOfDay(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 12) return end
  for (let at = start; at < end; at += 1) {
    const code = bytes[at]
    if (code === space || code === letterT)
      return isDigitAt(bytes, at - 1) && isTime(bytes, at + 1, end) ? at : end
  }
  return end
}

const placesOfDigits = [0, 1, 2, 3, 5, 6, 8, 9]

/** Whether a part of some bytes is a day such as 2026-03-14, of those that every month has. */
export function isPlainDay(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 10 || bytes[start + 4] !== dash || bytes[start + 7] !== dash) return false
  if (bytes[start] === zero) return false
  for (const place of placesOfDigits) if (!isDigitAt(bytes, start + place)) return false
  const [month, day] = [twoDigits(bytes, start + 5), twoDigits(bytes, start + 8)]
  return month >= 1 && month <= 12 && day >= 1 && day <= 28
}

const numberAt = (bytes: Uint8Array, at: number, length: number): number => {
  let value = 0
  for (let place = at; place < at + length; place += 1) value = value * 10 + (bytes[place] as number) - zero
  return value
}

const mostDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > (mostDays[month - 1] as number)) return false
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))
}

/** The year, or 0 where no year has so many digits. */
function yearAt(bytes: Uint8Array, at: number, length: number): number {
  const year = numberAt(bytes, at, length)
  if (length === 2) return year < 70 ? 2000 + year : 1900 + year
  return length === 4 && year >= 1000 ? year : 0
}

type Order = 'YMD' | 'DMY' | 'MDY'
const orders: readonly Order[] = ['YMD', 'DMY', 'MDY']
const separators = [dash, slash, dot]

/** The place of a format of numbers among all that there could be. */
const placeOf = (order: number, separator: number, yearDigits: number): number =>
  (order * separators.length + separator) * 2 + (yearDigits === 4 ? 1 : 0)

/** The bits of formats of three numbers between separators, by their places. */
function tableOf(bitOf: (format: DateFormat) => number): Int32Array {
  const bits = new Int32Array(orders.length * separators.length * 2)
  for (const format of writtenDateFormats) {
    const [, order = '', separator = ''] = /^((?:Y+|DD|MM)(?=([-/.])).*)$/.exec(format) ?? []
    const at = orders.findIndex((one) => one === order.replaceAll(/[-/.]/g, '').replaceAll(/(.)\1+/g, '$1'))
    if (at !== -1)
      bits[placeOf(at, separators.indexOf(separator.charCodeAt(0)), order.includes('YYYY') ? 4 : 2)] =
        bitOf(format)
  }
  return bits
}

/**
 * Reads days that are three numbers between two separators that are alike. Answers the bits of the formats that they
 * fit, or -1 for all other texts.
 */
export function numericFormats(bitOf: (format: DateFormat) => number) {
  const bits = tableOf(bitOf)

  return (bytes: Uint8Array, start: number, end: number): number => {
    const one = digitsFrom(bytes, start, end)
    const separator = separators.indexOf(bytes[start + one] as number)
    if (one === 0 || start + one >= end || separator === -1) return -1
    const second = start + one + 1
    const two = digitsFrom(bytes, second, end)
    const third = second + two + 1
    if (two === 0 || third >= end || bytes[third - 1] !== bytes[second - 1]) return -1
    const three = digitsFrom(bytes, third, end)
    if (third + three !== end) return -1
    if (two > 2) return 0
    return fitting(bytes, { start, one, second, two, third, three }, separator)
  }

  function fitting(bytes: Uint8Array, places: Places, separator: number): number {
    const { start, one, second, two, third, three } = places
    const middle = numberAt(bytes, second, two)
    let found = 0
    if (three <= 2) {
      const year = yearAt(bytes, start, one)
      if (year > 0 && isDay(year, middle, numberAt(bytes, third, three)))
        found |= bits[placeOf(0, separator, one)] as number
    }
    if (one > 2) return found
    const year = yearAt(bytes, third, three)
    const first = numberAt(bytes, start, one)
    if (year > 0 && isDay(year, middle, first)) found |= bits[placeOf(1, separator, three)] as number
    if (year > 0 && isDay(year, first, middle)) found |= bits[placeOf(2, separator, three)] as number
    return found
  }
}

interface Places {
  start: number
  one: number
  second: number
  two: number
  third: number
  three: number
}
