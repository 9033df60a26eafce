import { isEmailAddress } from '../plain/email-address.ts'
import { bad, type DataTypeShape, type Reader } from './data-type.shape.ts'
import { readText, textLimits } from './text.ts'

const readEmail: Reader = (field, input) => {
  const text = readText(field, input, textLimits.email)
  if (!text.ok || text.value === null || isEmailAddress(text.value as string)) return text
  return bad(`${field.displayName} must be a valid email address, like name@company.com.`)
}

export const emailTypes = {
  email: { label: 'Email', kind: 'text', custom: true, read: readEmail },
} as const satisfies Record<string, DataTypeShape>
