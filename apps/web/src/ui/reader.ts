/** Whose eyes numbers and times are written for; undefined is what the browser says. */
export interface Reader {
  /** Such as en-GB. */
  locale: string | undefined
  /** Such as Europe/London. */
  timeZone: string | undefined
}

/** A locale with the calendar that days are kept by and the digits that are typed, where it has others, as in Thailand. */
function readable(locale: string | undefined): string | undefined {
  const { calendar, numberingSystem, locale: own } = new Intl.DateTimeFormat(locale).resolvedOptions()
  if (calendar === 'gregory' && numberingSystem === 'latn') return locale
  return new Intl.Locale(locale ?? own, { calendar: 'gregory', numberingSystem: 'latn' }).toString()
}

const browser: Reader = { locale: undefined, timeZone: undefined }

let asked = browser
/** None until someone writes: what is asked of Intl first takes long. */
let reader: Reader | undefined

function isKnown({ locale, timeZone }: Reader): boolean {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Writes for someone else from now on. What is on the screen stays as it was written. */
export function setReader(next: Reader): void {
  if (next.locale === asked.locale && next.timeZone === asked.timeZone) return
  asked = { ...next }
  reader = undefined
}

function knownReader(): Reader {
  if (reader) return reader
  // This browser may be older than the server's list of zones.
  const { locale, timeZone } = isKnown(asked) ? asked : browser
  reader = { locale: readable(locale), timeZone }
  return reader
}

export function readerLocale(): string | undefined {
  return knownReader().locale
}

/** A format that is made when it is first needed, and again for another reader. */
export function forReader<Format>(make: (reader: Reader) => Format): () => Format {
  let made: { format: Format; reader: Reader } | undefined
  return () => {
    const current = knownReader()
    if (made?.reader !== current) made = { format: make(current), reader: current }
    return made.format
  }
}

const scores = forReader(
  ({ locale }) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** A score of health, to one decimal: 6.4. */
export function scoreText(score: number): string {
  return scores().format(score)
}

const counts = forReader(({ locale }) => new Intl.NumberFormat(locale))

/** A count: 12,345. */
export function numberText(count: number): string {
  return counts().format(count)
}
