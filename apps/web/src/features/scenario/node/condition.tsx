import { IconArrowsSplit2, IconFilter } from '@tabler/icons-react'
import type { Rule } from '@steward/conditions'
import type { NodeKind, PanelProps } from './node-kind.ts'
import { RuleField } from './rule-field.tsx'
import { ruleText } from './words.ts'

function RulePanel({ settings, words, fault, onChange }: PanelProps) {
  const rule = settings['rule'] as Rule | undefined
  const error = fault('rule')
  return (
    <RuleField
      label="Conditions"
      rule={rule}
      words={words}
      error={rule ? error : error && 'Add a condition.'}
      onChange={(next) => onChange({ rule: next })}
    />
  )
}

export const conditionKind: NodeKind = {
  type: 'condition',
  icon: IconArrowsSplit2,
  purpose: 'Sends records one of two ways: Yes or No',
  fresh: () => ({}),
  branches: () => [
    { key: 'yes', label: 'Yes' },
    { key: 'no', label: 'No' },
  ],
  sentence({ rule }, words) {
    const text = ruleText(words, rule)
    return text && `If ${text}`
  },
  Panel: RulePanel,
}

export const filterKind: NodeKind = {
  type: 'filter',
  icon: IconFilter,
  purpose: 'Lets only some records continue',
  fresh: () => ({}),
  sentence({ rule }, words) {
    const text = ruleText(words, rule)
    return text && `Continue only if ${text}`
  },
  Panel: RulePanel,
}
