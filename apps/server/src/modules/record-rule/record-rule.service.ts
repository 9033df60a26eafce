import { asksToday, evaluateRule, mapLeaves, type Rule } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import { systemActor, type Actor } from '../../platform/actor.ts'
import { reachedColumn, reachField, type ReachedField } from './record-rule.columns.ts'
import { reckoned, reckoningIn } from '../currency/index.ts'
import { ruleSql } from '../rule-source/index.ts'
import type { RecordRule } from './record-rule.source.ts'
import type { ReadRuleContext } from './record-rule.context.ts'

/** A rule over the records of a level, made ready for those who ask it of all records. */
export interface CompiledRule {
  /** The keys of the record's own fields that it asks about. */
  keys: string[]
  /** Whether it asks about parents too. */
  reachesParents: boolean
  broken: RecordRule['broken']
  /** Whether it asks about days ahead or back, so that time alone changes who matches. */
  isRelative: boolean
  /** The same asked of one record in memory; `read` gives the value of a field that it asks about. */
  holds(read: (reached: ReachedField) => unknown, today: string): boolean
  /** The condition on the record known as `r`, for someone who sees all. */
  sql(param: (value: unknown) => string, today: string): string
}

/** Rules over records that others keep: segments, and what else asks about records. */
export function createRecordRules(readContext: ReadRuleContext) {
  /** A rule that is kept means the same for everyone: an amount that names no currency is in the default one. */
  async function bind(tenantId: number, level: LevelId, filter: Rule, root: string) {
    const context = await readContext(tenantId)
    const reckoning = reckoningIn(context.book, context.book.standard)
    return { rule: context.bindRule(level, filter, reckoning, root), reckoning }
  }

  return {
    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async checkRule(tenantId: number, level: LevelId, filter: Rule, root: string): Promise<void> {
      await bind(tenantId, level, filter, root)
    },

    /** Throws `invalid_input` at the paths below `root` where the rule can never have been meant so. */
    async compileRule(tenantId: number, level: LevelId, filter: Rule, root: string): Promise<CompiledRule> {
      const { rule, reckoning } = await bind(tenantId, level, filter, root)
      const reached = [...rule.fields].map((name) => rule.find(name)).filter((one) => one !== undefined)
      const everyRecord = systemActor(tenantId, {
        kind: 'calculation',
        name: 'Rules',
        permissions: ['record.read'],
      })
      return {
        keys: reached.filter((one) => one.parent === null).map((one) => one.field.key),
        reachesParents: reached.some((one) => one.parent !== null),
        broken: rule.broken,
        isRelative: asksToday(filter),
        holds: (value, today) =>
          evaluateRule(
            rule.checked,
            (name) => {
              const one = rule.find(name)
              if (!one) return undefined
              const { dataType, type } = one.field
              if (dataType === 'currency') return reckoned(value(one), reckoning)
              return type.compared ? type.compared(value(one)) : value(one)
            },
            { today },
          ),
        sql: (param, today) =>
          ruleSql(rule, today, param, (one) => reachedColumn(one, everyRecord, 'r', reckoning)),
      }
    },

    /**
     * The rule with the currency named in each condition on an amount that names none: the one that the actor
     * sees amounts in, so that the rule means for others what it meant for them.
     */
    async nameCurrencies(actor: Actor, level: LevelId, rule: Rule): Promise<Rule> {
      const context = await readContext(actor.tenantId)
      const { currencyDefinitionId } = context.reckoning(actor, undefined).display
      return mapLeaves(rule, (condition) => {
        const reached = reachField(condition.field, context.catalogueOf, level)
        const isAmount = reached?.field.dataType === 'currency' && condition.value !== undefined
        return isAmount ? { currencyDefinitionId, ...condition } : condition
      })
    },

    /** The conditions on fields, options and stages that are gone. */
    async findBroken(tenantId: number, level: LevelId, filter: Rule): Promise<RecordRule['broken']> {
      return (await bind(tenantId, level, filter, 'rule')).rule.broken
    },
  }
}

export type RecordRules = ReturnType<typeof createRecordRules>
