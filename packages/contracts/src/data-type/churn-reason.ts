import { readId, type DataTypeShape } from './data-type.shape.ts'

export const churnReasonTypes = {
  churnReason: { label: 'Churn reason', kind: 'reference', custom: false, read: readId },
} as const satisfies Record<string, DataTypeShape>
