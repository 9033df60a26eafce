import { readerLocale } from './reader.ts'

/** The signs a locale writes numbers with. */
function signsOf(locale: string | undefined): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') || '.' }
}

/** Reads a number as people of the locale type it; NaN when it is none, null when it is empty. */
export function parseNumber(text: string, locale = readerLocale()): number | null {
  const { group, decimal } = signsOf(locale)
  let bare = text.replaceAll(/[\s\u00A0\u202F']/g, '')
  if (bare === '') return null
  if (group) bare = bare.replaceAll(group, '')
  bare = bare.replace(decimal, '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare) ? Number(bare) : Number.NaN
}

export function formatNumber(value: number, decimals: number | undefined, locale = readerLocale()): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals ?? 10 }).format(value)
}
