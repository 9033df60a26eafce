import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  todaySourceLabels,
  todaySources,
  todayWeights,
  type FeedbackReason,
  type TodaySource,
} from '@steward/contracts/plain/today'
import type { TodaySettings, TodayWeights } from '@steward/contracts/today'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { useSession } from '../../api/session.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { agoText } from '../../components/time-text.ts'
import { fullName, usersQuery } from '../../entities/user/index.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { todayPreviewQuery, todaySettingsQuery, useSetWeights } from './today.calls.ts'

/** What the sources of Today weigh for everyone, with a look at the order before it is published. */
export function TodaySettingsPage() {
  const may = useCan()('health.administer')
  const { data, error, refetch } = useQuery({ ...todaySettingsQuery, enabled: may })
  return (
    <PageFrame title="Today">
      <SettingsHeader title="Today" />
      <PageContent>
        {!may ? (
          <NoPermission what="the settings of Today" />
        ) : data ? (
          <Settings settings={data} />
        ) : error ? (
          <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="m-4 h-60" />
        )}
      </PageContent>
    </PageFrame>
  )
}

const isSame = (a: TodayWeights, b: TodayWeights): boolean =>
  todaySources.every((source) => a[source] === b[source])

function Settings({ settings: { weights: published, feedback, comments } }: { settings: TodaySettings }) {
  const [weights, setWeights] = useState(published)
  const publish = useSetWeights()
  const change = (source: TodaySource, value: number | null) =>
    setWeights((now) => ({ ...now, [source]: value ?? 0 }))
  return (
    <div className="grid gap-8 p-4 xl:grid-cols-2">
      <form
        className="flex max-w-xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          publish.mutate(weights)
        }}
      >
        <p className="text-2">
          Points that the strongest item of each source adds to a card. Further items of the same source count
          half of the one before. 0 turns a source off.
        </p>
        {todaySources.map((source) => (
          <Field key={source} label={todaySourceLabels[source].label} help={withFeedback(source, feedback)}>
            <NumberField
              value={weights[source]}
              min={0}
              max={100}
              onChange={(value) => change(source, value)}
              className="w-28"
            />
          </Field>
        ))}
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={publish.isPending}
            disabled={isSame(weights, published)}
          >
            Publish weights
          </Button>
          <Button disabled={isSame(weights, todayWeights)} onClick={() => setWeights(todayWeights)}>
            Use the defaults
          </Button>
        </div>
      </form>
      <Preview weights={weights} />
      {comments.length > 0 && <Comments comments={comments} />}
    </div>
  )
}

/** Why items were not useful, in people's own words. */
function Comments({ comments }: Pick<TodaySettings, 'comments'>) {
  return (
    <section aria-labelledby="today-comments" className="flex flex-col gap-3">
      <h2 id="today-comments" className="text-title font-semibold">
        Why items were not useful
      </h2>
      <ul aria-label="Reasons in people’s own words" className="flex flex-col">
        {comments.map(({ source, comment, at }) => (
          <li key={`${at} ${comment}`} className="border-b border-line py-2">
            <p className="wrap-anywhere">{comment}</p>
            <p className="text-label text-3">
              {todaySourceLabels[source].label} · {agoText(at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const feedbackWords: Readonly<Record<FeedbackReason, string>> = {
  done: 'already done',
  notMine: 'not theirs to do',
  notImportant: 'not important',
  wrong: 'wrong',
  other: 'another reason',
}

/** What a source is, and how often its items were called not useful. */
function withFeedback(source: TodaySource, feedback: TodaySettings['feedback']): string {
  const { description } = todaySourceLabels[source]
  const parts = feedback
    .filter((one) => one.source === source)
    .map(({ reason, count }) => `${count} × ${feedbackWords[reason]}`)
  if (parts.length === 0) return `${description}.`
  return `${description}. Called not useful in the last 90 days: ${parts.join(', ')}.`
}

function moveText(place: number, placeNow: number | null): string {
  if (placeNow === null) return 'new'
  if (placeNow === place) return 'same place'
  return placeNow > place ? `up ${placeNow - place}` : `down ${place - placeNow}`
}

function Preview({ weights }: { weights: TodayWeights }) {
  const { user } = useSession()
  const [userId, setUserId] = useState(user?.userId ?? 0)
  const { data: users = [] } = useQuery(usersQuery)
  const options = users.map((one) => ({ value: String(one.userId), label: fullName(one) }))
  const { data: cards, error } = useQuery(todayPreviewQuery(userId, weights))
  return (
    <section aria-labelledby="today-preview" className="flex flex-col gap-3">
      <h2 id="today-preview" className="text-title font-semibold">
        The order with these weights
      </h2>
      <Combobox
        aria-label="Whose order"
        value={options.find((one) => one.value === String(userId)) ?? null}
        options={options}
        onChange={(next) => setUserId(next ? Number(next.value) : (user?.userId ?? 0))}
        className="w-64"
      />
      {error && <ErrorPanel {...errorPanelProps(error)} />}
      {cards?.length === 0 && <p className="text-2">Nothing needs this person’s attention.</p>}
      <ol aria-label="Order with these weights" className="flex flex-col">
        {cards?.slice(0, 20).map(({ key, title, points, place, placeNow }) => (
          <li key={key} className="flex items-baseline gap-3 border-b border-line py-1.5">
            <span className="tabular w-6 text-right text-3">{place}</span>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="text-label text-2">{moveText(place, placeNow)}</span>
            <span className="tabular w-12 text-right font-medium">{points.toFixed(1)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
