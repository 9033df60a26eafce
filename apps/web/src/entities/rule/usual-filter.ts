import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'

/** A list starts without what is over: archived, churned, closed. */
export function usualFilter(level: Level): Rule {
  const alive = { field: 'entityArchived', operator: 'isFalse' } as const
  if (level.id === 4) {
    return { and: [alive, { field: 'system:pipelineStatus', operator: 'isSetTo', value: [1] }] }
  }
  return level.id === 3 ? { and: [alive] } : { and: [alive, { field: 'churned', operator: 'isFalse' }] }
}
