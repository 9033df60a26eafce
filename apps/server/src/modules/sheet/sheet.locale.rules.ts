import type { DateFormat, NumberFormatName } from '@steward/contracts/plain/cell-format'

/** How the people of a language write numbers and days. */
export interface WrittenForms {
  number: NumberFormatName
  /** In the order in which they are tried. */
  days: readonly DateFormat[]
  /** What a sentence shows as an example. */
  dayExample: string
}

const sample = new Date(Date.UTC(2026, 11, 31))

function usable(locale: string | null | undefined): string {
  try {
    return Intl.getCanonicalLocales(locale ?? 'en-US')[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

function numberForm(locale: string): NumberFormatName {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_234_567.8)
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  const group = sign('group')
  const isSpaced = /\s/u.test(group)
  if (sign('decimal') === ',') return isSpaced ? '1 234,56' : '1.234,56'
  if (isSpaced) return '1 234.56'
  return group === '’' || group === "'" ? "1'234.56" : '1,234.56'
}

const dayFirst: readonly DateFormat[] = [
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'DD/MM/YY',
  'DD.MM.YY',
  'DD-MM-YY',
]
// Points are written where the day comes first.
const monthFirst: readonly DateFormat[] = [
  'MM/DD/YYYY',
  'MM-DD-YYYY',
  'MM/DD/YY',
  'MM-DD-YY',
  'DD.MM.YYYY',
  'DD.MM.YY',
]
const yearFirst: readonly DateFormat[] = ['YY/MM/DD', 'YY.MM.DD', 'YY-MM-DD']

/** Forms that leave no doubt which number is the day, anyone who writes them. */
const certain: readonly DateFormat[] = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'D MMM YYYY',
  'D-MMM-YYYY',
  'D-MMM-YY',
  'D MMM YY',
  'D/MMM/YYYY',
  'D/MMM/YY',
  'MMM D, YYYY',
]

const byFirst: Readonly<Record<string, readonly DateFormat[]>> = {
  day: dayFirst,
  month: monthFirst,
  year: yearFirst,
}

/** The forms of a language such as en-GB; those of en-US where there is none. */
export function writtenForms(locale: string | null | undefined): WrittenForms {
  const known = usable(locale)
  const format = new Intl.DateTimeFormat(known, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  })
  const first = format.formatToParts(sample).find((part) => part.type in byFirst)?.type ?? 'month'
  return {
    number: numberForm(known),
    days: [...certain, ...(byFirst[first] ?? monthFirst)],
    dayExample: format.format(sample),
  }
}
