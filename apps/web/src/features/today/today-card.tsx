import { useState } from 'react'
import { IconDots, IconMoonStars, IconThumbDown } from '@tabler/icons-react'
import { addDays } from '@steward/conditions'
import { feedbackReasons, type FeedbackReason } from '@steward/contracts/plain/today'
import type { TodayCard, TodayReason } from '@steward/contracts/today'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../components/app-link.tsx'
import { activityTypesQuery } from '../../entities/activity/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SourceIcon } from './source-icon.tsx'
import { cardPlace, reasonPlace } from './today-place.ts'
import { RejectDialog } from './reject.dialog.tsx'
import { useCompleteTask, useReject, useSnooze } from './today.calls.ts'

const points = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

type CardProps = {
  card: TodayCard
  place: number
  day: string
  /** Whether it is the reader's own: others' cards can only be looked at. */
  mine: boolean
}

/** One account or task that deserves attention, with the reasons that put it where it is. */
export function Card({ card, place, day, mine }: CardProps) {
  const to = cardPlace(card)
  return (
    <li className="rounded-card border border-line bg-surface p-4 shadow-control" data-card={card.key}>
      <header className="flex items-start gap-3">
        <span className="tabular w-6 shrink-0 text-right text-title text-3" aria-hidden>
          {place}
        </span>
        <h3 className="min-w-0 flex-1 text-title font-semibold">
          {to ? (
            <AppLink to={to} className="rounded-chip hover:underline">
              {card.title}
            </AppLink>
          ) : (
            card.title
          )}
        </h3>
        <span
          className="tabular shrink-0 text-title font-semibold"
          aria-label={`${points.format(card.points)} points`}
        >
          {points.format(card.points)}
        </span>
      </header>
      <ul aria-label={`Why ${card.title}`} className="mt-2 ml-9 flex flex-col gap-1">
        {card.reasons.map((reason) => (
          <Reason
            key={`${reason.source}-${reason.subject.kind}-${reason.subject.id}`}
            reason={reason}
            card={card}
          />
        ))}
      </ul>
      {mine && <Actions card={card} day={day} />}
    </li>
  )
}

function Reason({ reason, card }: { reason: TodayReason; card: TodayCard }) {
  const to = reasonPlace(reason, card)
  const text = (
    <>
      {reason.text}
      {reason.cause && <span className="text-2"> · {reason.cause}</span>}
    </>
  )
  return (
    <li className="flex items-start gap-2">
      <SourceIcon source={reason.source} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {to ? (
          <AppLink to={to} className="rounded-chip hover:underline">
            {text}
          </AppLink>
        ) : (
          text
        )}
      </span>
      <span className="tabular shrink-0 text-label text-2">+{points.format(reason.points)}</span>
    </li>
  )
}

const stepLabels = {
  answerMail: 'Answer',
  openHealth: 'See what changed',
  planRisk: 'Open the risk',
  contact: 'Log a contact',
  openPlan: 'Open the plan',
} as const

/** Asks for the type of the activity, for a task that has none. */
function LogAs({ busy, onChoose }: { busy: boolean; onChoose: (activityTypeId: number) => void }) {
  const { data: types = [] } = useQuery(activityTypesQuery)
  return (
    <Menu
      trigger={
        <Button size="sm" busy={busy}>
          Complete and log activity
        </Button>
      }
    >
      {types
        .filter(({ isActive }) => isActive)
        .map(({ activityTypeId, displayName }) => (
          <MenuItem key={activityTypeId} onSelect={() => onChoose(activityTypeId)}>
            {displayName}
          </MenuItem>
        ))}
    </Menu>
  )
}

function NextStep({ card }: { card: TodayCard }) {
  const complete = useCompleteTask()
  const [reason] = card.reasons
  if (!reason) return null
  if (card.nextStep === 'completeTask') {
    const { activityTypeId } = reason
    const finish = (how: { logActivity: boolean; activityTypeId?: number }) =>
      complete.mutate({ taskId: reason.subject.id, ...how })
    return (
      <>
        <Button
          variant="primary"
          size="sm"
          busy={complete.isPending}
          onClick={() => finish({ logActivity: false })}
        >
          Complete
        </Button>
        {card.record && activityTypeId !== null && (
          <Button size="sm" busy={complete.isPending} onClick={() => finish({ logActivity: true })}>
            Complete and log activity
          </Button>
        )}
        {card.record && activityTypeId === null && (
          <LogAs
            busy={complete.isPending}
            onChoose={(id) => finish({ logActivity: true, activityTypeId: id })}
          />
        )}
      </>
    )
  }
  const page = reasonPlace(reason, card)
  if (page === null) return null
  const to = card.nextStep === 'contact' ? `${cardPlace(card)}?log=activity` : page
  return (
    <AppLink to={to} className={buttonClass({ variant: 'primary', size: 'sm' })}>
      {stepLabels[card.nextStep]}
    </AppLink>
  )
}

const feedbackLabels: Readonly<Record<FeedbackReason, string>> = {
  done: 'Already done',
  notMine: 'Not mine to do',
  notImportant: 'Not important',
  wrong: 'It’s wrong',
  other: 'Another reason …',
}

function Actions({ card, day }: { card: TodayCard; day: string }) {
  const snooze = useSnooze()
  const reject = useReject()
  const [isAsking, setAsking] = useState(false)
  const { key } = card
  const source = card.reasons[0]?.source
  return (
    <div className="mt-3 ml-9 flex flex-wrap items-center gap-2">
      <NextStep card={card} />
      <Menu
        trigger={
          <Button size="sm" variant="ghost" icon={<IconMoonStars />} aria-label={`Snooze ${card.title}`}>
            Snooze
          </Button>
        }
      >
        <MenuItem onSelect={() => snooze.mutate({ key, until: addDays(day, 1) })}>Until tomorrow</MenuItem>
        <MenuItem onSelect={() => snooze.mutate({ key, until: addDays(day, 3) })}>For three days</MenuItem>
        <MenuItem onSelect={() => snooze.mutate({ key, until: addDays(day, 7) })}>For a week</MenuItem>
        <MenuItem onSelect={() => snooze.mutate({ key, until: null })}>Until something changes</MenuItem>
      </Menu>
      {source && (
        <Menu trigger={<IconButton label={`Not useful: ${card.title}`} size="sm" icon={<IconDots />} />}>
          {feedbackReasons.map((reason) => (
            <MenuItem
              key={reason}
              icon={<IconThumbDown />}
              onSelect={() =>
                reason === 'other' ? setAsking(true) : reject.mutate({ key, source, reason, comment: '' })
              }
            >
              Not useful: {feedbackLabels[reason]}
            </MenuItem>
          ))}
        </Menu>
      )}
      {source && isAsking && <RejectDialog card={card} source={source} onClose={() => setAsking(false)} />}
    </div>
  )
}
