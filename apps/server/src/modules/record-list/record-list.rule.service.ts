import { roleIds } from '@steward/contracts/permission'
import { evaluateRule, type Rule } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import { reachedColumn, type ReachedField } from './record-list.columns.ts'
import { filterSql, readFilter, type Filter } from './record-list.filter.ts'
import type { LookAround } from './record-list.surroundings.ts'

/** A rule over the records of a level, made ready for those who ask it of all records. */
export interface CompiledRule {
  /** The keys of the record's own fields that it asks about. */
  keys: string[]
  /** Whether it asks about parents too. */
  reachesParents: boolean
  broken: Filter['broken']
  /** Whether it asks about days ahead or back, so that time alone changes who matches. */
  isRelative: boolean
  /** The same asked of one record in memory; `read` gives the value of a field that it asks about. */
  holds(read: (reached: ReachedField) => unknown, today: string): boolean
  /** The condition on the record known as `r`, for somebody who sees all. */
  sql(param: (value: unknown) => string, today: string): string
}

/** Rules over records that others keep: segments, and what else asks about records. */
export function createRecordRules(lookAround: LookAround) {
  async function read(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<Filter> {
    const around = await lookAround(tenantId)
    return readFilter(rule, level, around.catalogueOf, around.stageIds, root)
  }

  return {
    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async checkRule(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<void> {
      await read(tenantId, level, rule, root)
    },

    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async compileRule(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<CompiledRule> {
      const filter = await read(tenantId, level, rule, root)
      const reached = [...filter.fields].map((name) => filter.reach(name)).filter((one) => one !== undefined)
      const all = { tenantId, userId: 0, roleId: roleIds.administrator, sessionId: null }
      return {
        keys: reached.filter((one) => one.parent === null).map((one) => one.field.key),
        reachesParents: reached.some((one) => one.parent !== null),
        broken: filter.broken,
        isRelative: /"operator":"in(?:Last|Next)"/.test(JSON.stringify(rule)),
        holds: (value, today) =>
          evaluateRule(
            filter.checked,
            (name) => {
              const one = filter.reach(name)
              if (!one) return undefined
              const { compared } = one.field.type
              return compared ? compared(value(one)) : value(one)
            },
            { today },
          ),
        sql: (param, today) => filterSql(filter, today, param, (one) => reachedColumn(one, all, 'r')),
      }
    },

    /** The conditions on fields, options and stages that are gone. */
    async findBroken(tenantId: number, level: LevelId, rule: Rule): Promise<Filter['broken']> {
      return (await read(tenantId, level, rule, 'rule')).broken
    },
  }
}
