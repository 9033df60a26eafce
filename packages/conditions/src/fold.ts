// Letters that got a lower case in Unicode 17. PostgreSQL 18 knows Unicode 16, so that its lower()
// leaves them alone, and so must we, whatever the runtime knows.
const NEWER_LETTER = /[\uA7CE\uA7D2\uA7D4\u{16EA0}-\u{16EB8}]/u

const ASCII = /^[\0-\x7F]*$/

/**
 * Text made ready for a comparison that ignores case. Each code point is lowered by itself, so it is
 * equal to `lower(text collate "pg_c_utf8")` in PostgreSQL 18 for every code point; there is no special
 * treatment of a language, of accents, or of a letter's place in a word.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const letter of text) folded += foldLetter(letter)
  return folded
}

function foldLetter(letter: string): string {
  // The one letter whose lower case is two code points everywhere but in the simple mapping.
  if (letter === '\u0130') return 'i'
  return NEWER_LETTER.test(letter) ? letter : letter.toLowerCase()
}

/** The SQL twin of `fold`; an index on this expression serves text conditions. */
export function foldedSql(expression: string): string {
  return `lower((${expression}) collate "pg_c_utf8")`
}
