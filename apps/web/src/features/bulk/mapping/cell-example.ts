import type { DateFormat, NumberFormatName } from '@steward/contracts/plain/cell-format'
import { readerLocale } from '../../../ui/reader.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const patterns: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<month>[A-Za-z]{3,9})\\.?',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
}

function patternOf(format: string): RegExp {
  const isPacked = format === 'YYYYMMDD'
  const source = format
    .replaceAll(/[./]/g, String.raw`\$&`)
    .replaceAll(/YYYY|YY|MMM|MM|DD|D/g, (token) => patterns[token] ?? token)
  // Without signs between them, both numbers have two digits.
  return new RegExp(`^${isPacked ? source.replaceAll('{1,2}', '{2}') : source}(?:[T\\s].*)?$`)
}

function monthOf(text: string): number {
  const named = months.indexOf(text.slice(0, 3).toLowerCase())
  return named < 0 ? Number(text) : named + 1
}

/** A day as spreadsheets count them, from 1 March 1900 on. */
function serialDay(text: string): Date | null {
  const serial = /^\d{2,7}(?:[.,]\d+)?$/.test(text) ? Math.floor(Number(text.replace(',', '.'))) : 0
  return serial > 60 ? new Date(Date.UTC(1899, 11, 30 + serial)) : null
}

/** The day in a cell, for showing how a format reads it; null when it does not fit. */
export function dayExample(text: string, format: DateFormat): Date | null {
  if (format === 'serial') return serialDay(text.trim())
  const parts = patternOf(format).exec(text.trim())?.groups
  if (!parts) return null
  const { year = '', month = '', day = '' } = parts
  const fullYear = year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year)
  const date = new Date(Date.UTC(fullYear, monthOf(month) - 1, Number(day)))
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === monthOf(month) - 1 ? date : null
}

/** Digits without the signs between thousands; null when those signs stand elsewhere. */
function ungrouped(text: string, thousands: string): string | null {
  const [first = '', ...groups] = text.split(thousands === ' ' ? /\s/ : thousands)
  return groups.every((group) => group.length === 3) ? [first, ...groups].join('') : null
}

/** The number in a cell, whatever currency or percent sign is beside it; null when it does not fit. */
export function numberExample(text: string, format: NumberFormatName): number | null {
  const negative = /^\(.*\)$|^[^\d]*-|-$/.test(text.trim())
  const digits = text
    .replaceAll(/[^\d.,'’\s]/g, '')
    .replaceAll('’', "'")
    .trim()
  const [left = '', fraction = '', ...more] = digits.split(format.at(-3) ?? '.')
  const whole = ungrouped(left, format.charAt(1))
  if (more.length > 0 || whole === null || !/^\d+$/.test(whole + fraction)) return null
  return Number(`${negative ? '-' : ''}${whole || '0'}.${fraction || '0'}`)
}

/** 14 Mar 2026, in the reader's language. */
export function dayText(day: Date): string {
  return day.toLocaleDateString(readerLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
}
