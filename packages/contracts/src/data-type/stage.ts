import { readId, type DataTypeShape } from './data-type.shape.ts'

export const stageTypes = {
  lifecycleStage: { label: 'Lifecycle Stage', kind: 'reference', custom: false, read: readId },
} as const satisfies Record<string, DataTypeShape>
