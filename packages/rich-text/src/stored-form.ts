/** How every stored document begins. The database reads the plain text behind it, so nothing else may begin so. */
const beginning = '{"type":"doc","plainText":'

/** Whether a stored text is a document. */
export function isRichText(stored: string): boolean {
  return stored.startsWith(beginning)
}

/** A stored text without its form, for search, lists and messages; plain text as it is. */
export function plainTextOf(stored: string): string {
  if (!isRichText(stored)) return stored
  try {
    const { plainText: text } = JSON.parse(stored) as { plainText?: unknown }
    return typeof text === 'string' ? text : ''
  } catch {
    return stored
  }
}
