import { roleIds } from '@steward/contracts/plain/permission'
import { evaluateRule, mapLeaves, type Rule } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { reachedColumn, reachField, type ReachedField } from './record-list.columns.ts'
import { reckoned, reckoningIn } from '../currency/index.ts'
import { filterSql, type Filter } from './record-list.filter.ts'
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
  /** The condition on the record known as `r`, for someone who sees all. */
  sql(param: (value: unknown) => string, today: string): string
}

/** Rules over records that others keep: segments, and what else asks about records. */
export function createRecordRules(lookAround: LookAround) {
  /** A rule that is kept means the same for everyone: an amount that names no currency is in the default one. */
  async function read(tenantId: number, level: LevelId, rule: Rule, root: string) {
    const around = await lookAround(tenantId)
    const reckoning = reckoningIn(around.book, around.book.standard)
    return { filter: around.filter(level, rule, reckoning, root), reckoning }
  }

  return {
    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async checkRule(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<void> {
      await read(tenantId, level, rule, root)
    },

    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async compileRule(tenantId: number, level: LevelId, rule: Rule, root: string): Promise<CompiledRule> {
      const { filter, reckoning } = await read(tenantId, level, rule, root)
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
              const { dataType, type } = one.field
              if (dataType === 'currency') return reckoned(value(one), reckoning)
              return type.compared ? type.compared(value(one)) : value(one)
            },
            { today },
          ),
        sql: (param, today) =>
          filterSql(filter, today, param, (one) => reachedColumn(one, all, 'r', reckoning)),
      }
    },

    /**
     * The rule with the currency named in each condition on an amount that names none: the one that the actor
     * sees amounts in, so that the rule means for others what it meant for them.
     */
    async nameCurrencies(actor: Actor, level: LevelId, rule: Rule): Promise<Rule> {
      const around = await lookAround(actor.tenantId)
      const { currencyDefinitionId } = around.reckoning(actor, undefined).display
      return mapLeaves(rule, (condition) => {
        const reached = reachField(condition.field, around.catalogueOf, level)
        const isAmount = reached?.field.dataType === 'currency' && condition.value !== undefined
        return isAmount ? { currencyDefinitionId, ...condition } : condition
      })
    },

    /** The conditions on fields, options and stages that are gone. */
    async findBroken(tenantId: number, level: LevelId, rule: Rule): Promise<Filter['broken']> {
      return (await read(tenantId, level, rule, 'rule')).filter.broken
    },
  }
}
