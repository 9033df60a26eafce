import type { Rule } from '@steward/conditions'
import {
  branchSettings,
  conditionSettings,
  type BranchSettings,
  type ConditionSettings,
} from '@steward/contracts/scenario/settings'
import { AppError } from '../../platform/errors.ts'
import type { RecordRules } from '../record-rule/index.ts'
import type {
  Batch,
  Facts,
  Faults,
  OperatorType,
  Outcome,
  ScenarioPlace,
} from '../scenario-management/index.ts'

export type RuleCheck = (place: ScenarioPlace, rule: Rule, at: string) => Promise<Faults>

/** What is wrong with a rule: what it can't mean, and what it names that is gone. */
export function createRuleCheck(rules: Pick<RecordRules, 'compileRule'>): RuleCheck {
  return async ({ tenantId, level }, rule, at) => {
    try {
      const [broken] = (await rules.compileRule(tenantId, level, rule, at)).broken
      return broken ? { [at]: broken.message } : {}
    } catch (error) {
      if (error instanceof AppError && error.fields) return error.fields
      throw error
    }
  }
}

const idsOf = ({ visits }: Batch<unknown>): number[] => visits.map(({ recordId }) => recordId)

/** Two ways out, by one rule. A condition on something that was deleted since doesn't hold, and the execution says so. */
export function conditionNode(check: RuleCheck): OperatorType<ConditionSettings> {
  return {
    type: 'condition',
    category: 'operator',
    label: 'Condition',
    settings: conditionSettings,
    branches: () => ['yes', 'no'],
    check: (_, place, { rule }) => check(place, rule, 'rule'),
    async decide(facts, batch) {
      const { ids, broken: reason } = await facts.matching(batch, batch.settings.rule, idsOf(batch))
      return new Map(
        batch.visits.map(({ runId, recordId }): [number, Outcome] => [
          runId,
          { kind: 'next', branch: ids.has(recordId) ? 'yes' : 'no', reason },
        ]),
      )
    },
  }
}

async function decideBranches(facts: Facts, batch: Batch<BranchSettings>) {
  const outcomes = new Map<number, Outcome>()
  let reason: string | undefined
  let left = batch.visits
  for (const { key, rule } of batch.settings.branches) {
    const open = left.map(({ recordId }) => recordId)
    const found = await facts.matching(batch, rule, open)
    reason ??= found.broken
    for (const { runId, recordId } of left) {
      if (found.ids.has(recordId)) outcomes.set(runId, { kind: 'next', branch: key, reason })
    }
    left = left.filter(({ recordId }) => !found.ids.has(recordId))
    if (left.length === 0) return outcomes
  }
  for (const { runId } of left) outcomes.set(runId, { kind: 'next', branch: 'else', reason })
  return outcomes
}

/** Several ways out: the first whose rule holds, or `else`. */
export function branchNode(check: RuleCheck): OperatorType<BranchSettings> {
  return {
    type: 'branches',
    category: 'operator',
    label: 'Branches',
    settings: branchSettings,
    branches: ({ branches }) => [...branches.map(({ key }) => key), 'else'],
    async check(_, place, { branches }) {
      const faults: Faults = {}
      for (const [at, { key, rule }] of branches.entries()) {
        if (key === 'else' || branches.findIndex((one) => one.key === key) < at) {
          faults[`branches.${at}.key`] = 'Another branch has this key. Keys must differ.'
        }
        Object.assign(faults, await check(place, rule, `branches.${at}.rule`))
      }
      return faults
    },
    decide: decideBranches,
  }
}

/** Lets through the records that a rule holds for; the others leave as rejected. */
export function filterNode(check: RuleCheck): OperatorType<ConditionSettings> {
  return {
    type: 'filter',
    category: 'operator',
    label: 'Filter',
    settings: conditionSettings,
    check: (_, place, { rule }) => check(place, rule, 'rule'),
    async decide(facts, batch) {
      const { ids, broken } = await facts.matching(batch, batch.settings.rule, idsOf(batch))
      const reason = broken ?? 'The filter does not match.'
      return new Map(
        batch.visits.map(({ runId, recordId }): [number, Outcome] => [
          runId,
          ids.has(recordId) ? { kind: 'next', branch: 'next' } : { kind: 'reject', reason },
        ]),
      )
    },
  }
}
