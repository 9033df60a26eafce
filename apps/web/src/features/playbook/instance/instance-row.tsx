import { levelOf } from '@steward/contracts/level'
import type { PlaybookInstance } from '@steward/contracts/playbook/instance'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatDay } from '../../../ui/day-text.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { statusWords } from '../playbook-words.ts'

type RowProps = {
  instance: PlaybookInstance
  today: string
  isSelected: boolean
  /** Absent for those who can't work on playbooks. */
  onSelect: ((id: number) => void) | undefined
}

/** A playbook at work, with how far it is. */
export function InstanceRow({ instance, today, isSelected, onSelect }: RowProps) {
  const { playbookInstanceId: id, name, record, owner, status, progress, nextStep } = instance
  const { completedCount, stepCount } = instance
  return (
    <li
      className={cx(
        'flex items-start gap-3 border-b border-line px-4 py-2 hover:bg-hover md:items-center',
        isSelected && 'bg-accent-soft',
      )}
    >
      {onSelect && (
        <Checkbox
          aria-label={`Select ${name} for ${record.name}`}
          checked={isSelected}
          onCheckedChange={() => onSelect(id)}
        />
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_8rem_9rem_7rem_7rem]">
        <div className="min-w-0">
          <p className="truncate">
            <AppLink to={paths.playbookInstance(id)} className="rounded-chip font-medium hover:underline">
              {name}
            </AppLink>
            <span className="text-2"> for </span>
            <AppLink
              to={`${paths.record(levelOf(record.level).plural, record.id)}?tab=playbooks`}
              className="rounded-chip hover:underline"
            >
              {record.name}
            </AppLink>
          </p>
          <p className="truncate text-label text-2">
            {nextStep ? `Next: ${nextStep.title}` : 'No open steps'}
          </p>
        </div>
        <div className="flex items-center gap-2 max-md:order-2">
          <ProgressBar label={`Progress of ${name} for ${record.name}`} value={progress} className="w-14" />
          <span className="tabular text-label whitespace-nowrap text-2">
            {completedCount} of {stepCount}
          </span>
        </div>
        <span className="truncate text-label text-2 max-md:order-3">{owner?.name ?? 'No owner'}</span>
        <DueText instance={instance} today={today} />
        <span className="max-md:order-4">
          <Badge>{statusWords[status]}</Badge>
        </span>
      </div>
    </li>
  )
}

function DueText({ instance: { dueDate, status }, today }: Pick<RowProps, 'instance' | 'today'>) {
  if (dueDate === null) return <span className="text-label text-2">No date</span>
  const isLate = status !== 'COMPLETED' && status !== 'ARCHIVED' && dueDate < today
  return (
    <span className={cx('tabular text-label max-md:text-right', isLate ? 'font-medium text-poor' : 'text-2')}>
      {isLate && <span className="sr-only">Overdue, </span>}
      {dueDate === today ? 'Today' : formatDay(dueDate)}
    </span>
  )
}
