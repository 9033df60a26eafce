import { bad, good, isId, readId, type DataTypeShape, type Reader } from './data-type.shape.ts'

const readIds: Reader = (field, input) => {
  if (!Array.isArray(input) || !input.every(isId))
    return bad(`${field.displayName} must be a list of user ids.`)
  return good([...new Set(input)])
}

export const userTypes = {
  user: { label: 'User', kind: 'reference', custom: true, read: readId },
  owner: { label: 'Owner', kind: 'references', custom: false, neverKey: true, read: readIds },
} as const satisfies Record<string, DataTypeShape>
