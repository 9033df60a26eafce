import { useQuery } from '@tanstack/react-query'
import type { PlaybookChange } from '@steward/contracts/playbook/template'
import { errorPanelProps } from '../../../api/error-text.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { playbookChangesQuery } from '../playbook.calls.ts'

const actions: Readonly<Record<PlaybookChange['action'], string>> = {
  created: 'created this playbook',
  saved: 'saved version',
  activated: 'activated it',
  deactivated: 'deactivated it',
  archived: 'archived it',
}

const kinds = { added: 'added', changed: 'changed', removed: 'removed' } as const

/** Names of properties as the form has them; those that are not here are read as words. */
const labels: Readonly<Record<string, string>> = {
  durationDays: 'duration',
  effect: 'success measure',
  offset: 'due date',
  dayOff: 'day off',
  estimateMinutes: 'minutes',
  activityTypeId: 'activity type',
  conditionAt: 'when the condition is checked',
  order: 'order of steps',
}

const listText = (keys: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(keys.map((key) => labels[key] ?? key))

/** Who changed what in a playbook and in its steps, newest first. */
export function ChangeLogDrawer({ templateId, onClose }: { templateId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(playbookChangesQuery(templateId))
  return (
    <Drawer open title="Change log" onOpenChange={(open) => !open && onClose()}>
      {data && (
        <ol aria-label="Changes" className="divide-y divide-line">
          {data.map((change) => (
            <Change key={change.changeId} change={change} />
          ))}
        </ol>
      )}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
    </Drawer>
  )
}

function Change({ change: { by, at, action, version, keys, steps } }: { change: PlaybookChange }) {
  return (
    <li className="py-2">
      <p>
        {by?.name ?? 'Someone'} {actions[action]}
        {action === 'saved' && ` ${version}`}{' '}
        <time dateTime={at} data-tooltip={exactText(at)} className="text-label text-2">
          {agoText(at)}
        </time>
      </p>
      {keys.length > 0 && <p className="text-label text-2">Changed: {listText(keys)}</p>}
      {steps.map(({ stepId, title, kind, keys: changed }) => (
        <p key={stepId} className="text-label text-2">
          Step “{title}” {kinds[kind]}
          {kind === 'changed' && changed.length > 0 && `: ${listText(changed)}`}
        </p>
      ))}
    </li>
  )
}
