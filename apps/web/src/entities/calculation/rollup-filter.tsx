import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { type LevelField, levelFieldsQuery } from '../field/index.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  type Group,
  groupOf,
  hasConditions,
  RuleBuilder,
  ruleOfGroup,
  unfinishedText,
  useRuleLookups,
} from '../rule/index.ts'
import { useValueLookups } from '../value/index.ts'

type RollupFilterProps = {
  level: LevelId
  filter: Rule | undefined
  /** `unfinished` says why the filter can't be saved yet. */
  onChange: (filter: Rule | undefined, unfinished: string | undefined) => void
  error: string | undefined
}

const all: Rule = { and: [] }
const none: readonly LevelField[] = []
const nothingBroken: ReadonlySet<string> = new Set()

/** Which of the records below count. Archived ones do not, unless a condition asks about them. */
export function RollupFilter({ level, filter, onChange, error }: RollupFilterProps) {
  const [root, setRoot] = useState(() => groupOf(filter ?? all))
  const { data: fields } = useQuery(levelFieldsQuery(levelOf(level)))
  const lookups = useRuleLookups(useValueLookups(levelOf(level)), filter ?? all, fields ?? none)

  function change(next: Group) {
    setRoot(next)
    onChange(hasConditions(next) ? ruleOfGroup(next) : undefined, unfinishedText(next, fields))
  }

  return (
    <section aria-label="Filter" className="flex flex-col gap-1.5">
      <h3 className="font-medium">Which {levelOf(level).plural} count</h3>
      {fields ? (
        <RuleBuilder fields={fields} lookups={lookups} root={root} onChange={change} broken={nothingBroken} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      <p className="text-label text-3">Archived records are excluded unless a condition includes them.</p>
      {error && <p className="text-label text-poor">{error}</p>}
    </section>
  )
}
