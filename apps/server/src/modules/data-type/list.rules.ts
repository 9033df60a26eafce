const needsQuotes = /[;|,"]/

/** Several texts in one cell: semicolons between them, and quotes around one that has a separator itself. */
export function joinTexts(texts: readonly string[]): string {
  return texts.map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(';')
}

const quotedTexts = /(?<=^|[;|,])\s*"(?:[^"]|"")*"\s*(?=$|[;|,])/g

type Separators = ';|' | ';,' | ','

const bareSplits: Record<Separators, RegExp> = { ';|': /[;|]/, ';,': /[;,]/, ',': /,/ }

/** Semicolons and bars separate; commas do where there is neither. */
function usualSeparators(cell: string): Separators {
  return /[;|]/.test(cell.replaceAll(quotedTexts, '')) ? ';|' : ','
}

/**
 * The texts of one cell, without those that are blank. A text in quotes may hold separators, and writes
 * a quote as two.
 */
export function splitTexts(cell: string, separators = usualSeparators(cell)): string[] {
  if (!cell.includes('"')) return cell.split(bareSplits[separators]).flatMap((text) => text.trim() || [])
  const part = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=$|[${separators}])|([^${separators}]*)`, 'y')
  const texts: string[] = []
  while (part.lastIndex <= cell.length) {
    const [, quoted, bare] = part.exec(cell) as RegExpExecArray
    const text = quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"')
    if (text.trim() !== '') texts.push(text.trim())
    // Past the separator, or past the end.
    part.lastIndex += 1
  }
  return texts
}
