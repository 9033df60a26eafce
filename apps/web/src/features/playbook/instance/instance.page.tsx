import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconDots } from '@tabler/icons-react'
import { levelOf } from '@steward/contracts/level'
import type { InstanceDetail } from '@steward/contracts/playbook/instance'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { useRouteParam } from '../../../components/route-param.ts'
import { useUndoKey } from '../../../entities/change-set/index.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { endInstance, instanceQuery, startInstance } from '../playbook.calls.ts'
import { statusWords } from '../playbook-words.ts'
import { usePlaybookDone } from '../use-playbook-done.ts'
import { MoveDialog } from './move-dialog.tsx'
import { StepTable } from './step-table.tsx'

/** A playbook at work on a record. */
export function InstancePage() {
  const id = Number(useRouteParam('instanceId'))
  const { data, error, refetch } = useQuery(instanceQuery(id))
  const title = data ? data.name : 'Playbook'
  useUndoKey()
  return (
    <PageFrame title={title} route="playbook-instance">
      <PageHeader title={title} breadcrumb={[{ label: 'Playbooks', to: paths.playbooks }]}>
        {data && <Actions instance={data} />}
      </PageHeader>
      <PageContent>
        {data && (
          <div className="flex max-w-220 flex-col gap-4 p-4 md:px-6">
            <Facts instance={data} />
            <StepTable instance={data} />
          </div>
        )}
        {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="m-6 h-40" />}
      </PageContent>
    </PageFrame>
  )
}

function Facts({ instance }: { instance: InstanceDetail }) {
  const { record, owner, status, startDate, dueDate, progress, completedCount, stepCount } = instance
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <AppLink
          to={`${paths.record(levelOf(record.level).plural, record.id)}?tab=playbooks`}
          className="font-medium hover:underline"
        >
          {record.name}
        </AppLink>
        <Badge>{statusWords[status]}</Badge>
        <span className="text-2">Owner: {owner?.name ?? 'No one'}</span>
        <span className="text-2">
          {formatDay(startDate)}
          {dueDate && ` to ${formatDay(dueDate)}`}
        </span>
      </div>
      <ProgressBar label="Progress" value={progress} className="max-w-100" />
      <p className="text-label text-2">
        {completedCount} of {stepCount} steps completed
      </p>
    </div>
  )
}

function Actions({ instance }: { instance: InstanceDetail }) {
  const done = usePlaybookDone()
  const [asked, setAsked] = useState<'dates' | 'version' | null>(null)
  const { playbookInstanceId: id, name, status, version, latestVersion } = instance
  const isOver = status === 'COMPLETED' || status === 'ARCHIVED'
  if (!instance.mayEdit) return null

  async function act(what: string, work: () => Promise<{ changeSetId: number | null }>) {
    try {
      const { changeSetId } = await work()
      await done(`${name} ${what}`, changeSetId)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'playbook' })
    }
  }

  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="sm" label="More actions" icon={<IconDots aria-hidden />} />}
      >
        {!isOver && <MenuItem onSelect={() => setAsked('dates')}>Reschedule</MenuItem>}
        {!isOver && version < latestVersion && (
          <MenuItem onSelect={() => setAsked('version')}>Move to version {latestVersion}</MenuItem>
        )}
        {status !== 'IN_PROGRESS' && (
          <MenuItem onSelect={() => void act('started', () => startInstance(id))}>Mark in progress</MenuItem>
        )}
        {status !== 'ARCHIVED' && (
          <MenuItem danger onSelect={() => void act('archived', () => endInstance(id, 'archive'))}>
            Archive
          </MenuItem>
        )}
      </Menu>
      {!isOver && (
        <Button
          size="sm"
          variant="primary"
          onClick={() => void act('completed', () => endInstance(id, 'complete'))}
        >
          Complete
        </Button>
      )}
      {asked && <MoveDialog instance={instance} by={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
