import { isRichText } from '@steward/rich-text'
import { bad, good, type DataTypeShape, type ReadField, type ReadValue } from './data-type.shape.ts'

/** Longest texts, in characters. */
export const textLimits = { name: 255, string: 1000, email: 320, longText: 100_000, externalId: 255 } as const

/** Whether a text holds what cannot be stored: a null character, or half of a surrogate pair. */
export function hasForbiddenCharacters(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** At most so many characters from the beginning of a text, and no half of a surrogate pair at the end. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')

/** Whether a text has no line breaks. Pasted text may have separators of Unicode, which break no line on a screen. */
export function isOneLine(text: string): boolean {
  return !hasForbiddenCharacters(text) && !/[\n\r]/.test(text)
}

export function readText(field: ReadField, input: unknown, limit: number): ReadValue {
  if (typeof input !== 'string') return bad(`${field.displayName} must be text.`)
  if (input.length > limit) {
    return bad(
      `${field.displayName} can have at most ${limit.toLocaleString('en-US')} characters; this has ${input.length.toLocaleString('en-US')}.`,
    )
  }
  if (hasForbiddenCharacters(input)) {
    return bad(`${field.displayName} contains a character that can't be stored. Remove it and try again.`)
  }
  const text = input.trim()
  return good(text === '' ? null : text)
}

/** A plain text, or a stored document, which the server checks; an editor makes no other. */
function readLongText(field: ReadField, input: unknown): ReadValue {
  if (typeof input === 'string' && isRichText(input)) return good(input)
  return readText(field, input, textLimits.longText)
}

export const textTypes = {
  string: {
    label: 'Text',
    kind: 'text',
    custom: true,
    read: (field, input) => readText(field, input, field.maxLength ?? textLimits.string),
  },
  longText: {
    label: 'Long text',
    kind: 'text',
    custom: true,
    neverKey: true,
    read: readLongText,
  },
} as const satisfies Record<string, DataTypeShape>
