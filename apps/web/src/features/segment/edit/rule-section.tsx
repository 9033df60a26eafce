import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import { type Group, RuleBuilder, useRuleFields, useRuleLookups } from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type RuleSectionProps = {
  level: Level
  logic: Rule
  root: Group
  onChange: (root: Group) => void
  broken: ReadonlySet<string>
  fault: string | undefined
}

const none: readonly LevelField[] = []

/** The rule of a segment, once the fields that it can ask about are there. */
export function RuleSection({ level, logic, root, onChange, broken, fault }: RuleSectionProps) {
  const { fields, error } = useRuleFields(level)
  const lookups = useRuleLookups(useValueLookups(level), logic, fields ?? none)
  return (
    <section aria-label="Rule" className="flex flex-col gap-1.5">
      <h3 className="font-medium">Rule</h3>
      {fields && (
        <RuleBuilder fields={fields} lookups={lookups} root={root} onChange={onChange} broken={broken} />
      )}
      {!fields && (error ? <ErrorPanel {...errorPanelProps(error)} /> : <Skeleton className="h-40 w-full" />)}
      {fault && <p className="text-label text-poor">{fault}</p>}
    </section>
  )
}
