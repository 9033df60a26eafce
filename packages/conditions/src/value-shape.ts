/** The limits of a condition's value. */
export const VALUE_LIMITS = { text: 1000, list: 1000 } as const

/** Describes the fault of a text, and what to do, in a sentence; undefined if there is none. */
export function faultOfText(text: string): string | undefined {
  if (text.length > VALUE_LIMITS.text) return `Use at most ${VALUE_LIMITS.text} characters.`
  if (text.includes('\0')) return "Remove the null character. Text can't contain it."
  if (!text.isWellFormed()) return 'Remove the half of a surrogate pair. The text is not valid Unicode.'
  return undefined
}

/** Describes the fault in the shape of a value, whatever its field; undefined if there is none. */
export function faultOfValue(value: unknown): string | undefined {
  if (!Array.isArray(value)) return faultOfSingle(value)
  if (value.length > VALUE_LIMITS.list) return `List at most ${VALUE_LIMITS.list} values.`
  for (const item of value) {
    const fault = faultOfSingle(item)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOfSingle(value: unknown): string | undefined {
  if (typeof value === 'string') return faultOfText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'Enter a finite number.'
  return typeof value === 'boolean' ? undefined : 'Enter a text, a number, true or false, or a list of these.'
}
