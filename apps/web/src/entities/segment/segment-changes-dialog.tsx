import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { subDays } from 'date-fns'
import type { Level } from '@steward/contracts/level'
import type { Segment, SegmentMembership } from '@steward/contracts/segment'
import { errorPanelProps } from '../../api/error-text.ts'
import { segmentChangesQuery } from './segment.calls.ts'
import { paths } from '../../paths.ts'
import { DateField } from '../../ui/date-field.tsx'
import { readerDay } from '../../ui/day-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { numberText } from '../../ui/reader.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppLink } from '../../components/app-link.tsx'

const usual = 30
const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

const daysAgo = (days: number) => readerDay(subDays(new Date(), days))

type SegmentChangesDialogProps = { level: Level; segment: Segment; onClose: () => void }

/** List records that entered or left a segment since a day. */
export function SegmentChangesDialog({ level, segment, onClose }: SegmentChangesDialogProps) {
  const [since, setSince] = useState(() => daysAgo(usual))
  const changes = useQuery({
    ...segmentChangesQuery(segment.segmentId, since),
    placeholderData: keepPreviousData,
  })
  const span = spans.find(({ value }) => daysAgo(Number(value)) === since)?.value ?? ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Entered and left"
      description={`Records that entered or left ${segment.name} since a date.`}
      width={640}
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Since" className="w-44">
          <DateField value={since} max={daysAgo(0)} onChange={(day) => day && setSince(day)} />
        </Field>
        <Segmented
          label="Time back"
          value={span}
          options={spans}
          onChange={(days) => setSince(daysAgo(Number(days)))}
        />
      </div>
      <div className="mt-4" aria-live="polite" aria-busy={changes.isFetching}>
        {changes.error ? (
          <ErrorPanel compact {...errorPanelProps(changes.error)} onRetry={() => void changes.refetch()} />
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Members kind="entered" level={level} members={changes.data?.entered} />
            <Members kind="left" level={level} members={changes.data?.left} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

const kinds = {
  entered: { title: 'Entered', icon: <IconArrowRight size={16} aria-hidden />, none: 'No records entered.' },
  left: { title: 'Left', icon: <IconArrowLeft size={16} aria-hidden />, none: 'No records left.' },
}

type MembersProps = {
  kind: keyof typeof kinds
  level: Level
  members: SegmentMembership['entered'] | undefined
}

function Members({ kind, level, members }: MembersProps) {
  const { title, icon, none } = kinds[kind]
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line">
      <h3 className="flex items-center gap-2 border-b border-line px-3 py-2 font-medium">
        {icon}
        {title}
        {members && <span className="tabular ml-auto text-2">{numberText(members.count)}</span>}
      </h3>
      {!members && <Skeleton className="m-3 h-16" />}
      {members?.count === 0 && <p className="px-3 py-4 text-2">{none}</p>}
      {members && members.count > 0 && (
        <ul className="max-h-72 overflow-y-auto py-1">
          {members.records.map(({ id, name }) => (
            <li key={id}>
              <AppLink
                to={paths.record(level.plural, id)}
                className="block truncate px-3 py-1 hover:bg-hover hover:underline"
              >
                {name}
              </AppLink>
            </li>
          ))}
          {members.count > members.records.length && (
            <li className="px-3 py-1 text-2">
              and {numberText(members.count - members.records.length)} more
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
