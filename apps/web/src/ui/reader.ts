/** Whose eyes numbers and times are written for; undefined is what the browser says. */
export interface Reader {
  /** Such as en-GB. */
  locale: string | undefined
  /** Such as Europe/London. */
  timeZone: string | undefined
}

let reader: Reader = { locale: undefined, timeZone: undefined }

function isKnown({ locale, timeZone }: Reader): boolean {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Writes for somebody else from now on. What is on the screen stays as it was written. */
export function setReader(next: Reader): void {
  const isOther = next.locale !== reader.locale || next.timeZone !== reader.timeZone
  // This browser may be older than the server's list of zones.
  if (isOther) reader = isKnown(next) ? { ...next } : { locale: undefined, timeZone: undefined }
}

export function readerLocale(): string | undefined {
  return reader.locale
}

/** A format that is made when it is first needed, and anew for another reader. */
export function forReader<Format>(make: (reader: Reader) => Format): () => Format {
  let made: { format: Format; reader: Reader } | undefined
  return () => {
    if (made?.reader !== reader) made = { format: make(reader), reader }
    return made.format
  }
}

const counts = forReader(({ locale }) => new Intl.NumberFormat(locale))

/** A count: 12,345. */
export function numberText(count: number): string {
  return counts().format(count)
}
