import { levelOf } from '@steward/contracts/level'
import type { FileGroup } from '@steward/contracts/record-file'
import { AppLink } from '../../components/app-link.tsx'
import { paths } from '../../paths.ts'

const carriers: Readonly<Record<Exclude<FileGroup['kind'], 'file'>, string>> = {
  note: 'Note',
  activity: 'Activity',
  pulse: 'Pulse',
  email: 'Email',
}

/** What a file hangs on where it was not put as such, and the other records that it is stored with. */
export function FileOrigin({ group, recordId }: { group: FileGroup; recordId: number }) {
  const linked = Object.values(group.linkedEntities)
    .flat()
    .filter(({ id }) => id !== recordId)
  const { record } = group
  const origin = group.kind !== 'file' && `${carriers[group.kind]}${group.title && `: ${group.title}`}`
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-label text-2">
      {origin && !record && <span className="max-w-52 truncate">{origin}</span>}
      {origin && record && (
        <AppLink
          to={`${paths.record(levelOf(record.level).plural, record.id)}?tab=timeline&item=${group.itemId}`}
          className="max-w-52 truncate rounded-chip hover:underline"
        >
          {origin}
        </AppLink>
      )}
      {linked.map(({ level, id, name }) => (
        <AppLink
          key={id}
          to={paths.record(levelOf(level).plural, id)}
          className="max-w-44 truncate rounded-chip text-accent-text hover:underline"
        >
          {name}
        </AppLink>
      ))}
    </span>
  )
}
