import { bad, good, isId, type DataTypeShape, type Reader } from './data-type.shape.ts'

const readPulse: Reader = (field, input) => {
  if (isId(input) && input <= 5) return good(input)
  return bad(`${field.displayName} must be a number from 1 (High Risk) to 5 (Very Satisfied).`)
}

export const pulseTypes = {
  pulse: { label: 'Pulse', kind: 'reference', custom: false, read: readPulse },
} as const satisfies Record<string, DataTypeShape>
