import { useState } from 'react'
import type { Level } from '@steward/contracts/level'
import type { PlaybookStep } from '@steward/contracts/playbook/template'
import {
  type Group,
  groupOf,
  hasConditions,
  RuleBuilder,
  ruleOfGroup,
  useRuleFields,
  useRuleLookups,
} from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

type StepConditionProps = {
  level: Level
  step: PlaybookStep
  error: string | undefined
  onChange: (change: Partial<PlaybookStep>) => void
}

const noFields: readonly never[] = []
const noneBroken: ReadonlySet<string> = new Set()

const moments = [
  { value: 'apply', label: 'When the playbook is applied' },
  { value: 'reached', label: 'When the step is reached' },
] as const

/** For which records a step is left out. */
export function StepCondition({ level, step, error, onChange }: StepConditionProps) {
  const [isOpen, setOpen] = useState(step.condition !== null)
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Only for some records"
        checked={isOpen}
        onCheckedChange={(next) => {
          setOpen(next)
          if (!next) onChange({ condition: null, conditionAt: 'apply' })
        }}
      />
      {isOpen && <ConditionBuilder level={level} step={step} onChange={onChange} />}
      {isOpen && step.offset.from === 'step' && (
        <Field label="Checked" className="w-72">
          <Select<PlaybookStep['conditionAt']>
            value={step.conditionAt}
            options={moments}
            onChange={(conditionAt) => conditionAt && onChange({ conditionAt })}
          />
        </Field>
      )}
      {error && (
        <p role="alert" className="text-label text-poor">
          {error}
        </p>
      )}
    </div>
  )
}

function ConditionBuilder({ level, step, onChange }: Omit<StepConditionProps, 'error'>) {
  const [root, setRoot] = useState<Group>(() => groupOf(step.condition ?? { and: [] }))
  const { fields } = useRuleFields(level)
  const lookups = useRuleLookups(useValueLookups(level), step.condition ?? { and: [] }, fields ?? noFields)
  if (!fields) return null
  return (
    <RuleBuilder
      fields={fields}
      lookups={lookups}
      root={root}
      broken={noneBroken}
      onChange={(next) => {
        setRoot(next)
        onChange({ condition: hasConditions(next) ? ruleOfGroup(next) : null })
      }}
    />
  )
}
