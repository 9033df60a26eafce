import { readerLocale } from './reader.ts'

/** The signs a locale writes numbers with. */
function signsOf(locale: string | undefined): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') || '.' }
}

/** A whole part whose groups are of three digits, or of two before the last, as in India. */
const grouped = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}$/

/** The digits of a whole part; undefined where a group sign stands where none belongs: it was meant otherwise. */
function withoutGroups(whole: string, group: string): string | undefined {
  if (group === '' || !whole.includes(group)) return whole
  return grouped.test(whole.replaceAll(group, ',')) ? whole.replaceAll(group, '') : undefined
}

/**
 * Reads a number as people of the locale type it; NaN when it is none, null when it is empty. "1.5" is none where
 * the point parts thousands, because anyone who types it there means something else.
 */
export function parseNumber(text: string, locale = readerLocale()): number | null {
  const { group, decimal } = signsOf(locale)
  // Some locales write the sign of mathematics for minus, others a mark of direction before it.
  const bare = text.replaceAll(/[\s\u00A0\u202F\u200E\u200F'’]/g, '').replaceAll('\u2212', '-')
  if (bare === '') return null
  const [whole = '', ...fractions] = bare.split(decimal)
  const digits = [withoutGroups(whole, group) ?? 'none', ...fractions].join('.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN
}

export function formatNumber(value: number, decimals: number | undefined, locale = readerLocale()): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals ?? 10 }).format(value)
}
