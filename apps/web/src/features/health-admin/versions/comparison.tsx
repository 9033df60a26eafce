import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { HealthModelState, HealthVersion } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { versionQuery } from '../health-admin.calls.ts'
import { compareModels, type ModelNames } from '../model/compare.rules.ts'
import { ChangeList } from './change-list.tsx'

type ComparisonProps = {
  level: Level
  state: HealthModelState
  versions: readonly HealthVersion[]
  names: ModelNames
  /** A version that is to be compared with the one in effect. */
  asked: number | null
}

/** Among the choices of the later one: the draft, which is no version. */
const draftChoice = 0

/** What two versions do not have in common; one of them may be the draft. */
export function Comparison({ level, state, versions, names, asked }: ComparisonProps) {
  const inEffect = state.published?.versionId ?? versions[0]?.versionId ?? draftChoice
  const [chosen, setChosen] = useState<{ asked: number | null; before: number; after: number } | null>(null)
  const usual = usualPair(state, versions, inEffect, asked)
  const { before, after } = chosen?.asked === asked ? chosen : usual
  const options = versions.map(({ versionId, number }) => ({ value: versionId, label: `Version ${number}` }))
  return (
    <section aria-label="Comparison" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <div className="grid grid-cols-2 gap-3">
        <Field label="From">
          <Select
            value={before}
            options={options}
            onChange={(value) => value !== null && setChosen({ asked, before: value, after })}
          />
        </Field>
        <Field label="To">
          <Select
            value={after}
            options={[{ value: draftChoice, label: 'The draft' }, ...options]}
            onChange={(value) => value !== null && setChosen({ asked, before, after: value })}
          />
        </Field>
      </div>
      <Compared level={level} state={state} names={names} before={before} after={after} />
    </section>
  )
}

/** What is compared until others are chosen: a version that was asked for, the draft, or what was published last. */
function usualPair(
  { changed }: HealthModelState,
  versions: readonly HealthVersion[],
  inEffect: number,
  asked: number | null,
): { before: number; after: number } {
  if (asked !== null) return { before: asked, after: inEffect }
  const last = versions[1]
  return changed || !last
    ? { before: inEffect, after: draftChoice }
    : { before: last.versionId, after: inEffect }
}

type ComparedProps = Pick<ComparisonProps, 'level' | 'state' | 'names'> & { before: number; after: number }

function Compared({ level, state, names, before, after }: ComparedProps) {
  const from = useQuery({ ...versionQuery(level, before), enabled: before !== draftChoice })
  const to = useQuery({ ...versionQuery(level, after), enabled: after !== draftChoice })
  const error = from.error ?? to.error
  const later = after === draftChoice ? state.draft : to.data?.model
  if (error)
    return (
      <ErrorPanel
        compact
        {...errorPanelProps(error)}
        onRetry={() => void Promise.all([from.refetch(), to.refetch()])}
      />
    )
  if (!from.data || !later) return <Skeleton className="h-4 w-56" />
  return <ChangeList changes={compareModels(from.data.model, later, names)} />
}
