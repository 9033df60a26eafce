import { bad, type DataTypeShape, type Reader } from './data-type.shape.ts'
import { readText, textLimits } from './text.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whether a text has the form of an e-mail address: no spaces, an at sign, a domain with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= textLimits.email && emailPattern.test(text)
}

const readEmail: Reader = (field, input) => {
  const text = readText(field, input, textLimits.email)
  if (!text.ok || text.value === null || isEmail(text.value as string)) return text
  return bad(`${field.displayName} is not an e-mail address. Write it like name@company.com.`)
}

export const emailTypes = {
  email: { label: 'Email', kind: 'text', custom: true, read: readEmail },
} as const satisfies Record<string, DataTypeShape>
