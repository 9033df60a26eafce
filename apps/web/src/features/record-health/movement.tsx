import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  IconCheck,
  IconHandStop,
  IconHourglass,
  IconRuler2,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import type { MovementLabel, ScoreMovement } from '@steward/contracts/health'
import { errorPanelProps } from '../../api/error-text.ts'
import { scoreMovementQuery, scoreText, signedPartText, valuesText } from '../../entities/health/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { cx } from '../../ui/cx.ts'
import { DateField } from '../../ui/date-field.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { groupsOf, largestOf, type MovementGroup } from './movement.rules.ts'
import { TabPart } from './tab-part.tsx'
import { daysBefore, utcToday } from '../../entities/health/index.ts'

/** Why the score moved between two days; both can be chosen. */
export function Movement() {
  const { level, id, record } = useRecordScreen()
  const [today] = useState(() => utcToday())
  const [from, setFrom] = useState(() => daysBefore(today, 30))
  const [to, setTo] = useState(today)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    scoreMovementQuery(level, id, from, to, record.globalFields.health),
  )
  return (
    <TabPart
      title="Why did it move?"
      action={
        <div className="flex flex-wrap items-center gap-2 text-label text-2" data-print="off">
          <span aria-hidden>From</span>
          <span className="w-34">
            <DateField aria-label="From" value={from} max={to} onChange={(day) => day && setFrom(day)} />
          </span>
          <span aria-hidden>to</span>
          <span className="w-34">
            <DateField
              aria-label="To"
              value={to}
              min={from}
              max={today}
              onChange={(day) => day && setTo(day)}
            />
          </span>
        </div>
      }
    >
      {data && (
        <div className={cx(isPlaceholderData && 'opacity-60')}>
          <Reasons movement={data} />
        </div>
      )}
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-20 w-full" />}
    </TabPart>
  )
}

function Reasons({ movement }: { movement: ScoreMovement }) {
  const { from, to, difference, movements, recomputes } = movement
  const groups = groupsOf(movements)
  return (
    <div className="rounded-card border border-line">
      <p className="px-4 py-3" role="status">
        From{' '}
        <b className="tabular font-semibold">{from.score === null ? 'no score' : scoreText(from.score)}</b> on{' '}
        {formatDay(from.day)} to{' '}
        <b className="tabular font-semibold">{to.score === null ? 'no score' : scoreText(to.score)}</b> on{' '}
        {formatDay(to.day)}
        {groups.length === 0 ? '. No changes.' : ':'}
      </p>
      {groups.map((group) => (
        <Group key={group.label} group={group} from={from.score} largest={largestOf(movements)} />
      ))}
      {groups.length > 0 && (
        <p className="flex justify-between gap-4 border-t border-line px-4 py-2.5 font-semibold">
          Total <span className="tabular">{signedPartText(difference)}</span>
        </p>
      )}
      {recomputes && (
        <p className="flex items-start gap-1.5 border-t border-line px-4 py-2 text-label text-2">
          <IconCheck size={14} className="mt-px shrink-0" aria-hidden />
          Recalculated from the stored values: both scores match.
        </p>
      )}
    </div>
  )
}

const words: Readonly<Record<MovementLabel, { label: string; help: string; icon: Icon }>> = {
  behaviour: { label: 'Behavior', help: 'Customer or team activity', icon: IconUserCheck },
  ruleChange: {
    label: 'Rule change',
    help: 'A new version of the health model was published',
    icon: IconRuler2,
  },
  override: { label: 'Override', help: 'A user set the score by hand', icon: IconHandStop },
  stale: { label: 'Time passed', help: 'Older data, or a nearer date', icon: IconHourglass },
}

type GroupProps = { group: MovementGroup; from: number | null; largest: number }

function Group({ group, from, largest }: GroupProps) {
  const { label, help, icon: GroupIcon } = words[group.label]
  return (
    <section aria-label={label} className="border-t border-line px-4 py-2.5">
      <h3 className="flex items-center gap-2 text-body font-medium">
        <GroupIcon size={16} className="shrink-0 text-2" aria-hidden />
        {label}
        <span className="min-w-0 truncate text-label font-normal text-2 max-sm:hidden">{help}</span>
        <span className="tabular ml-auto">{signedPartText(group.difference)}</span>
      </h3>
      <ul className="mt-1.5 flex flex-col gap-1.5 pl-6">
        {group.movements.map((movement) => (
          <Reason key={movement.key} movement={movement} from={from} largest={largest} />
        ))}
      </ul>
    </section>
  )
}

type ReasonProps = { movement: ScoreMovement['movements'][number]; from: number | null; largest: number }

function Reason({ movement, from, largest }: ReasonProps) {
  const { name, before, after, difference, at, note } = movement
  const width = largest > 0 ? (Math.abs(difference) / largest) * 50 : 0
  const isLoss = difference < 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_3.5rem] items-center gap-x-4 @2xl:grid-cols-[minmax(0,1fr)_7rem_5.5rem_3.5rem]">
      <span className="min-w-0 wrap-anywhere">
        {name}
        {(before !== null || after !== null) && (
          <span className="text-2">: {valuesText(movement, from)}</span>
        )}
        {note && <span className="block text-label text-2">{note}</span>}
      </span>
      <span className="relative hidden h-1.5 rounded-full bg-line @2xl:block" aria-hidden>
        <span
          className="absolute h-full rounded-full bg-(--ink-3)"
          style={{ width: `${width}%`, left: `${isLoss ? 50 - width : 50}%` }}
        />
        <span className="absolute -top-0.5 left-1/2 h-2.5 w-px bg-(--edge)" />
      </span>
      <time
        dateTime={at}
        data-tooltip={exactText(at)}
        className="tabular hidden text-label text-2 @2xl:block"
      >
        {agoText(at)}
      </time>
      <span className="tabular text-right">{signedPartText(difference)}</span>
    </li>
  )
}
