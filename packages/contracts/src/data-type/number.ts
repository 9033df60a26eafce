import { bad, good, type DataTypeShape, type Reader } from './data-type.shape.ts'

const largestNumber = 1e15

export const readNumber: Reader = (field, input) => {
  if (typeof input !== 'number' || !Number.isFinite(input))
    return bad(`Enter a number for ${field.displayName}.`)
  if (Math.abs(input) >= largestNumber) {
    return bad(`${field.displayName} must be between -1,000,000,000,000,000 and 1,000,000,000,000,000.`)
  }
  return good(input === 0 ? 0 : input)
}

export const numberTypes = {
  number: { label: 'Numeric', kind: 'number', custom: true, read: readNumber },
  mandatoryNumber: {
    label: 'Numeric (always required)',
    kind: 'number',
    custom: true,
    alwaysRequired: true,
    read: readNumber,
  },
  percentage: { label: 'Percentage', kind: 'number', custom: true, read: readNumber },
  health: { label: 'Health', kind: 'number', custom: false, read: readNumber },
} as const satisfies Record<string, DataTypeShape>
