import type { Option } from '../../../ui/option.ts'
import type { ValueType } from './value-type.ts'

/** Truth is chosen as 1 or 0, because options are distinguished by text or number. */
const options: readonly Option[] = [
  { value: 1, label: 'Yes' },
  { value: 0, label: 'No' },
]

export const booleanTypes = {
  boolean: {
    text: (value) => (value ? 'Yes' : 'No'),
    editor: 'choice',
    choices: () => ({ options }),
    ofOption: ({ value }) => value === 1,
  },
} satisfies Record<string, ValueType>
