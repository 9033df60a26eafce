/** What a condition's value may hold at most. */
export const VALUE_LIMITS = { text: 1000, list: 1000 } as const

/** What is wrong with a text, as a sentence that says what to do, or nothing. */
export function faultOfText(text: string): string | undefined {
  if (text.length > VALUE_LIMITS.text) return `Use at most ${VALUE_LIMITS.text} characters.`
  if (text.includes('\0')) return "Remove the null character. Text can't contain it."
  if (!text.isWellFormed()) return 'Remove the half of a surrogate pair. The text is not valid Unicode.'
  return undefined
}

/** What is wrong with the shape of a value, whatever its field, or nothing. */
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
