import { IconArrowRight } from '@tabler/icons-react'
import type { ComparedRecord } from '@steward/contracts/health-trial'
import type { Level } from '@steward/contracts/level'
import { AppLink } from '../../../components/app-link.tsx'
import { HealthBadge } from '../../../entities/health/index.ts'
import { paths } from '../../../paths.ts'

type TriedListProps = { level: Level; label: string; records: readonly ComparedRecord[] }

/** Records with their score now and by the draft. */
export function TriedList({ level, label, records }: TriedListProps) {
  return (
    <ul aria-label={label} className="flex flex-col">
      {records.map(({ entityId, name, before, after }) => (
        <li
          key={entityId}
          className="grid grid-cols-[minmax(0,1fr)_5.5rem_0.75rem_5.5rem] items-center gap-x-1.5 border-b border-line py-1.5 last:border-0"
        >
          <AppLink
            to={`${paths.record(level.plural, entityId)}?tab=health`}
            data-tooltip={name}
            className="truncate rounded-chip py-0.5 hover:underline"
          >
            {name}
          </AppLink>
          <HealthBadge score={before.score} status={before.healthStatus} />
          <IconArrowRight size={12} className="shrink-0 text-3" role="img" aria-label="becomes" />
          <HealthBadge score={after.score} status={after.healthStatus} />
        </li>
      ))}
    </ul>
  )
}
