import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { NewSegment } from '../../../entities/segment/index.ts'
import { levelTitle } from '../../../entities/level/index.ts'
import { usualFilter } from '../../../entities/rule/index.ts'

const lowPulse: Rule = { field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }
const risks: Rule = { field: 'pipelineType', operator: 'isSetTo', value: [2] }

/** A segment to start with: who says that they are unhappy, or what may be lost. */
export function exampleOf(level: Level): NewSegment {
  const isPipeline = level.name === 'pipeline'
  const usual = usualFilter(level)
  return {
    name: isPipeline ? 'Open risks' : `${levelTitle(level)} with a low pulse`,
    description: '',
    segmentLevel: level.name,
    isPrivate: true,
    logic: { and: [...('and' in usual ? usual.and : []), isPipeline ? risks : lowPulse] },
    view: { columns: null, sortColumn: null, sortDirection: 'ASC', mode: 'list' },
  }
}
