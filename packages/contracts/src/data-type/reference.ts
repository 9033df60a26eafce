import { readId, type DataTypeShape } from './data-type.shape.ts'

export const referenceTypes = {
  organization: { label: 'Organization', kind: 'reference', custom: true, refersTo: 1, read: readId },
  account: { label: 'Account', kind: 'reference', custom: true, refersTo: 2, read: readId },
  contact: { label: 'Contact', kind: 'reference', custom: true, refersTo: 3, read: readId },
} as const satisfies Record<string, DataTypeShape>
