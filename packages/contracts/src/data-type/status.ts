import { readId, type DataTypeShape } from './data-type.shape.ts'

export const statusTypes = {
  pipelineStatus: { label: 'Status', kind: 'reference', custom: false, read: readId },
  parentEntity: { label: 'Entity Type', kind: 'reference', custom: false, read: readId },
} as const satisfies Record<string, DataTypeShape>
