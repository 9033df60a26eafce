/** A text without what PostgreSQL doesn't hold: null characters, and halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A value as JSON that PostgreSQL holds, with every text in it as `storableText` gives it. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'string' ? storableText(item) : item))
