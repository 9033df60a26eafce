import { pipelineStatuses, pipelineTypes } from '@steward/contracts/plain/built-in-value'
import { choiceType } from './choice.type.ts'
import type { ServerType } from './data-type.port.ts'

export const statusTypes = {
  pipelineStatus: choiceType(pipelineStatuses, { won: 2, lost: 3, realized: 5 }),
  parentEntity: choiceType(pipelineTypes),
} satisfies Record<string, ServerType>
