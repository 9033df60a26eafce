import { evaluateRule } from '@steward/conditions'
import type { CatalogueField } from '../field/index.ts'
import type { Count } from '../record/index.ts'
import type { RecordRule } from '../record-rule/index.ts'

/** How many match in a lifecycle stage. */
export interface StageCount {
  stageId: number | null
  n: number
}

/** What the kept counts know of a record, by field key. */
const countedKeys: Readonly<Record<string, (count: Count) => unknown>> = {
  archived: (count) => count.archived,
  churned: (count) => count.churned,
  stageId: (count) => count.stageId || null,
  pipelineType: (count) => count.pipelineType || null,
  statusId: (count) => count.statusId || null,
}

/** Whether a field is among what the kept counts count by. */
export function isCountedField(field: CatalogueField): boolean {
  return field.key in countedKeys
}

/** Whether the kept counts can answer a rule: all its fields are among what they count by. */
export function isCounted(rule: RecordRule): boolean {
  return [...rule.fields].every((name) => {
    const reached = rule.find(name)
    return reached === undefined || (reached.parent === null && isCountedField(reached.field))
  })
}

/** The counts that match: the same rule language, asked in memory of each combination. */
export function matchingCounts(rule: RecordRule, counts: readonly Count[], today: string): Count[] {
  return counts.filter((count) =>
    evaluateRule(
      rule.checked,
      (name) => {
        const key = rule.find(name)?.field.key
        return key === undefined ? undefined : countedKeys[key]?.(count)
      },
      { today },
    ),
  )
}
