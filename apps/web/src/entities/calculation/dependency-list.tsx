import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CalculationState } from '@steward/contracts/calculation'
import { levelOf } from '@steward/contracts/level'
import { errorPanelProps } from '../../api/error-text.ts'
import { paths } from '../../paths.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppLink } from '../../components/app-link.tsx'
import { calculationQuery } from './calculation.calls.ts'

type Links = CalculationState['dependsOn']

function FieldLinks({ title, links, nothing }: { title: string; links: Links; nothing: string }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h4 className="text-label font-medium text-2">{title}</h4>
      {links.length === 0 && <p className="text-body text-3">{nothing}</p>}
      <ul className="flex flex-col gap-0.5">
        {links.map((link) => (
          <li key={`${link.level} ${link.name}`} className="flex items-baseline gap-2 text-body">
            {link.customColumnId === null ? (
              <span className="truncate text-1">{link.displayName}</span>
            ) : (
              <AppLink
                to={paths.fields(levelOf(link.level).name)}
                className="truncate text-accent-text hover:underline"
              >
                {link.displayName}
              </AppLink>
            )}
            <span className="shrink-0 text-label text-3">{levelOf(link.level).label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Progress({ state, progress }: CalculationState) {
  if (state !== 'running' && state !== 'waiting') return null
  const { done, total } = progress ?? { done: 0, total: 0 }
  const text =
    state === 'waiting'
      ? 'Waits to be calculated'
      : `${done.toLocaleString()} of ${total.toLocaleString()} records`
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label="Calculated records" value={done} max={Math.max(total, 1)} />
      <p className="text-label text-2 tabular">{text}</p>
    </div>
  )
}

function Trouble({ problem, recordsWithProblems, examples }: CalculationState) {
  if (problem === null && recordsWithProblems === 0) return null
  const count = recordsWithProblems.toLocaleString()
  return (
    <div className="flex items-start gap-2 rounded-control bg-average-soft px-3 py-2 text-body text-1">
      <IconAlertTriangle size={16} className="mt-0.5 shrink-0 text-average" aria-hidden />
      <div className="min-w-0">
        {problem !== null && <p>This field can't be calculated: {problem}</p>}
        {recordsWithProblems > 0 && (
          <p>
            {recordsWithProblems === 1
              ? '1 record has no value:'
              : `${count} records have no value, for example:`}
          </p>
        )}
        <ul>
          {examples.map(({ recordId, name, message }) => (
            <li key={recordId} className="text-label text-2">
              {name}: {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** What a field is calculated from, what is calculated from it, and how far the calculation has come. */
export function DependencyList({ fieldId }: { fieldId: number }) {
  const { data, error, refetch } = useQuery(calculationQuery(fieldId))
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <div className="flex flex-col gap-3">
      <Progress {...data} />
      <Trouble {...data} />
      {data.kind !== 'plain' && (
        <FieldLinks title="Calculated from" links={data.dependsOn} nothing="No other fields." />
      )}
      <FieldLinks
        title="Used by calculations"
        links={data.usedBy}
        nothing="Not used by other calculations."
      />
    </div>
  )
}
