import type { ColumnProfile } from '../../platform/tabular/index.ts'
import { tokensOf } from './header.tokens.rules.ts'

const dayWords = new Set(
  'date dates dt datum fecha data day birthday since until created modified updated started ended closed expires expiry'.split(
    ' ',
  ),
)

/** Days as spreadsheets count them, from 1954 to 2119: other numbers are hardly ever all among them. */
const serial = /^[2-7]\d{4}(?:\.\d+)?$/

/** A column of numbers that is called after days, and whose numbers are days as spreadsheets count them. */
export function withSerialDates(header: string, profile: ColumnProfile): ColumnProfile {
  const isCalledSo = tokensOf(header).some((token) => dayWords.has(token))
  const values = [...profile.distinct, ...profile.samples]
  const areDays = values.length > 0 && values.every((text) => serial.test(text.trim()))
  if (profile.type !== 'number' || !isCalledSo || !areDays) return profile
  const { numberFormat: _, otherNumberFormat: __, ...rest } = profile
  return { ...rest, type: 'date', dateFormat: 'serial' }
}
