import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight } from '@tabler/icons-react'
import type { HealthModelState, ScoreDetail, ScorePart } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { findRecords } from '../../../entities/record/index.ts'
import { HealthBadge, partText, shareText } from '../../../entities/health/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { pairParts } from './pair-parts.rules.ts'
import { tryQuery } from './trial.calls.ts'

/** The draft on one record: its score before and after, with every measure. */
export function TryOne({ level, state }: { level: Level; state: HealthModelState }) {
  const [record, setRecord] = useState<Option | null>(null)
  const load = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      const found = await findRecords(level, query, signal)
      return found.map(({ id, name, parentName }) => ({
        value: id,
        label: name,
        detail: parentName ?? undefined,
      }))
    },
    [level],
  )
  return (
    <>
      <Field label={level.label}>
        <Combobox value={record} load={load} placeholder={`Find ${level.plural}`} onChange={setRecord} />
      </Field>
      {record ? (
        <Tried key={record.value} level={level} id={Number(record.value)} state={state} />
      ) : (
        <p className="text-body text-2">Choose an account or another record to preview.</p>
      )}
    </>
  )
}

function Tried({ level, id, state }: { level: Level; id: number; state: HealthModelState }) {
  const { data, error, refetch } = useQuery(tryQuery(level, id, state.revision))
  if (error && !data) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-5 w-64" />
  const { before, after } = data
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <p className="flex flex-wrap items-center gap-2.5">
        <span className="text-2">Published</span>
        <HealthBadge score={before.score} status={before.healthStatus} />
        <IconArrowRight size={14} className="text-3" role="img" aria-label="becomes" />
        <span className="text-2">Draft</span>
        <HealthBadge score={after.score} status={after.healthStatus} />
      </p>
      {after.override && (
        <p className="text-label text-2">
          Its score is set by hand. The draft applies when the override ends.
        </p>
      )}
      <Parts before={before} after={after} />
    </div>
  )
}

const cell = 'border-b border-line py-2 pr-3 text-left align-baseline'

function Parts({ before, after }: { before: ScoreDetail; after: ScoreDetail }) {
  const pairs = pairParts(before.parts, after.parts)
  if (pairs.length === 0) return <p className="text-body text-2">No measures.</p>
  return (
    <table className="w-full text-body">
      <thead className="text-label text-2">
        <tr>
          <th scope="col" className={`${cell} font-medium`}>
            Measure
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            Published contribution
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            Draft contribution
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ key, name, text, old, next }) => (
          <tr key={key}>
            <th scope="row" className={`${cell} font-medium`}>
              <span className="wrap-anywhere">{name}</span>
              <span className="block text-label font-normal text-2 wrap-anywhere">{text}</span>
            </th>
            <td className={cell}>
              <Share part={old} />
            </td>
            <td className={cell}>
              <Share part={next} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Share({ part }: { part: ScorePart | undefined }) {
  if (!part) return <span className="text-3">–</span>
  return (
    <span className="tabular">
      {partText(part.contribution)}
      <span className="block text-label text-2">
        {part.missing
          ? 'No data'
          : part.key === 'override'
            ? 'Set by hand'
            : `${part.points ?? '–'} points × ${shareText(part.weight)}`}
      </span>
    </span>
  )
}
