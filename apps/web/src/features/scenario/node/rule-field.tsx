import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import {
  finishedRuleOf,
  type Group,
  groupOf,
  hasConditions,
  RuleBuilder,
  ruleOfGroup,
  unfinishedText,
  useRuleLookups,
} from '../../../entities/rule/index.ts'
import { ruleMatchQuery } from '../../../entities/segment/index.ts'
import type { NodeWords } from './node-kind.ts'
import { counted } from './words.ts'

const noneBroken: ReadonlySet<string> = new Set()
const nothing: Rule = { and: [] }

type RuleFieldProps = {
  label: string
  rule: Rule | undefined
  words: NodeWords
  error: string | undefined
  onChange: (rule: Rule | undefined) => void
}

/** The conditions of a node, and how many records meet them now. */
export function RuleField({ label, rule, words, error, onChange }: RuleFieldProps) {
  const [root, setRoot] = useState<Group>(() => groupOf(rule ?? nothing))
  const lookups = useRuleLookups(words.lookups, rule ?? nothing, words.fields)
  if (words.fields.length === 0) return null
  const problem = unfinishedText(root, words.fields) ?? error
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      <RuleBuilder
        fields={words.fields}
        lookups={lookups}
        root={root}
        broken={noneBroken}
        onChange={(next) => {
          setRoot(next)
          onChange(hasConditions(next) ? ruleOfGroup(next) : undefined)
        }}
      />
      {problem && <p className="text-label text-poor">{problem}</p>}
      {!problem && hasConditions(root) && <MatchCount words={words} rule={finishedRuleOf(root)} />}
    </div>
  )
}

function MatchCount({ words: { level }, rule }: { words: NodeWords; rule: Rule }) {
  const { data } = useQuery(ruleMatchQuery(level, rule))
  return (
    <p role="status" className="text-label text-2">
      {data ? `Matches ${counted(data.count, level.name)} now` : 'Counting…'}
    </p>
  )
}
