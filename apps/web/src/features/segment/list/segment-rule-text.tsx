import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { ruleWords, useRuleFields, useRuleLookups } from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const none: readonly LevelField[] = []

/** The rule of a segment in words, on one line. */
export function SegmentRuleText({ level, rule }: { level: Level; rule: Rule }) {
  const { fields } = useRuleFields(level)
  const lookups = useRuleLookups(useValueLookups(level), rule, fields ?? none)
  if (!fields) return <Skeleton className="h-3 w-60 max-w-full" />
  const words = ruleWords(rule, fields, lookups)
  return (
    <span className="min-w-0 truncate" title={words}>
      {words}
    </span>
  )
}
