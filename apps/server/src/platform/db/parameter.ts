const special = /["\\]/
const specials = /["\\]/g

/** An element of a list as PostgreSQL writes it; undefined for what is left to the driver. */
function elementText(element: unknown): string | undefined {
  if (element === null) return 'NULL'
  if (typeof element === 'number' || typeof element === 'boolean') return String(element)
  if (typeof element !== 'string') return undefined
  return special.test(element) ? `"${element.replaceAll(specials, String.raw`\$&`)}"` : `"${element}"`
}

function listText(list: readonly unknown[]): string | undefined {
  let text = ''
  for (const element of list) {
    const part = elementText(element)
    if (part === undefined) return undefined
    text += `,${part}`
  }
  return `{${text.slice(1)}}`
}

/**
 * A value as the driver takes it. Lists of numbers, texts and true/false become texts here: the driver searches each
 * element twice for what it has to escape, which for thousands of rows takes longer than to put them together.
 */
export function parameterOf(value: unknown): unknown {
  return Array.isArray(value) ? (listText(value) ?? value) : value
}
