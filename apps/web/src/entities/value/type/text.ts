import { plainTextOf } from '@steward/rich-text'
import type { ValueType } from './value-type.ts'

const text = String

export const textTypes = {
  string: { text, filterText: text, editor: 'line' },
  longText: { text: (value) => plainTextOf(String(value)), filterText: text, editor: 'box' },
  email: { text, filterText: text, editor: 'line', inputType: 'email' },
} satisfies Record<string, ValueType>
