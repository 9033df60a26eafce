import type { Rule } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Catalogue } from '../field/index.ts'
import type { Neighbours } from './record.context.ts'
import { readFilter, type Filter } from './record.filter.ts'

/** Rules over records that others keep: segments, and what else asks about records. */
export function createRecordRules(neighbours: Neighbours) {
  async function read(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<Filter> {
    const levels = [1, 2, 3, 4] as const
    const [stages, ...catalogues] = await Promise.all([
      neighbours.lifecycle.stages(tenantId),
      ...levels.map((id) => neighbours.fields.catalogue(tenantId, id)),
    ])
    const catalogueOf = (id: LevelId): Catalogue => catalogues[id - 1] as Catalogue
    return readFilter(rule, level, catalogueOf, new Set(stages.byId.keys()), root)
  }

  return {
    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async checkRule(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<void> {
      await read(tenantId, level, rule, root)
    },

    /** The conditions on fields, options and stages that are gone. */
    async findBroken(tenantId: number, level: LevelId, rule: Rule): Promise<Filter['broken']> {
      return (await read(tenantId, level, rule, 'rule')).broken
    },
  }
}
