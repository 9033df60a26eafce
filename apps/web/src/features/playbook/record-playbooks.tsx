import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { PlaybookInstance } from '@steward/contracts/playbook/instance'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApplyDrawer } from './apply/apply-drawer.tsx'
import { activePlaybooksQuery, recordInstancesQuery } from './playbook.calls.ts'
import { statusWords } from './playbook-words.ts'

/** The playbooks of a record and of the records below it. */
export function RecordPlaybooks() {
  const { level, id, record } = useRecordScreen()
  const may = useCan()
  const [applied, setApplied] = useState<PlaybookTemplate | null>(null)
  const { data, error, refetch } = useQuery(recordInstancesQuery(level.name, id))
  const apply = may('playbook.apply') && <ApplyMenu onChoose={setApplied} />
  return (
    <div className="flex flex-col gap-3 p-4 md:px-6">
      {data && data.length > 0 && (
        <>
          <div>{apply}</div>
          <ul aria-label="Playbooks" className="divide-y divide-line border-y border-line">
            {data.map((instance) => (
              <InstanceRow
                key={instance.playbookInstanceId}
                instance={instance}
                isBelow={instance.record.id !== id}
              />
            ))}
          </ul>
        </>
      )}
      {data?.length === 0 && (
        <EmptyState kind="nothing" title="No playbooks yet" action={apply || undefined}>
          Apply a playbook to give {record.globalFields.name} its steps, with dates and people.
        </EmptyState>
      )}
      {!data && <Unloaded error={error} onRetry={() => void refetch()} />}
      {applied && (
        <ApplyDrawer
          template={applied}
          records={{ selection: { ids: [id] }, name: record.globalFields.name }}
          onClose={() => setApplied(null)}
        />
      )}
    </div>
  )
}

function Unloaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={onRetry} />
  return <Skeleton className="h-32 w-full" />
}

function ApplyMenu({ onChoose }: { onChoose: (template: PlaybookTemplate) => void }) {
  const { level } = useRecordScreen()
  const { data } = useQuery(activePlaybooksQuery(level.name))
  if (!data) return <Skeleton className="h-7 w-32" />
  if (data.length === 0) {
    return (
      <p className="text-2">
        No playbook for {level.label.toLowerCase()}s is active.{' '}
        <AppLink to={paths.playbooks} className="rounded-chip text-accent-text hover:underline">
          Go to playbooks
        </AppLink>
      </p>
    )
  }
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<IconPlus aria-hidden />}>
          Apply playbook
        </Button>
      }
    >
      {data.map((template) => (
        <MenuItem key={template.templateId} onSelect={() => onChoose(template)}>
          {template.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function InstanceRow({ instance, isBelow }: { instance: PlaybookInstance; isBelow: boolean }) {
  const { playbookInstanceId, name, record, status, progress, dueDate, nextStep } = instance
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <AppLink
          to={paths.playbookInstance(playbookInstanceId)}
          className="block truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
          {isBelow && ` · ${record.name}`}
        </AppLink>
        <p className="truncate text-label text-2">
          {nextStep ? `Next: ${nextStep.title}` : 'No open steps'}
          {dueDate && ` · due ${formatDay(dueDate)}`}
        </p>
      </div>
      <ProgressBar label={`Progress of ${name}`} value={progress} className="w-28" />
      <Badge>{statusWords[status]}</Badge>
    </li>
  )
}
