import { bad, good, type DataTypeShape } from './data-type.shape.ts'

export const booleanTypes = {
  boolean: {
    label: 'True/False',
    kind: 'boolean',
    custom: true,
    read: (field, input) =>
      typeof input === 'boolean' ? good(input) : bad(`${field.displayName} must be true or false.`),
  },
} as const satisfies Record<string, DataTypeShape>
