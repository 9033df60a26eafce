import type { ScoreDetail, ScorePart } from '@steward/contracts/health'
import {
  type Bounds,
  FactorBar,
  HealthMark,
  partText,
  shareText,
  statusWithin,
} from '../../entities/health/index.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { cx } from '../../ui/cx.ts'
import { formatDay } from '../../ui/day-text.ts'
import { TabPart } from './tab-part.tsx'

const columns = '@3xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1.2fr)_4.5rem_4rem_minmax(8rem,1fr)_7.5rem]'
const label = 'text-label text-2 @3xl:hidden'

/** Score breakdown, one measure a row; the last row is what they make together. */
export function MeasureTable({ detail }: { detail: ScoreDetail }) {
  const { parts, bounds, score, computed } = detail
  if (parts.length === 0) return null
  return (
    <TabPart title="Breakdown">
      <div role="table" aria-label="Measures" className="rounded-card border border-line">
        <div role="rowgroup" className="hidden @3xl:block">
          <div
            role="row"
            className={cx(
              'grid h-8 items-center gap-x-4 border-b border-line px-4 text-label font-medium text-2',
              columns,
            )}
          >
            <span role="columnheader">Measure</span>
            <span role="columnheader">Value</span>
            <span role="columnheader">Points</span>
            <span role="columnheader" className="text-right">
              Weight
            </span>
            <span role="columnheader">Contribution</span>
            <span role="columnheader">Since</span>
          </div>
        </div>
        <div role="rowgroup">
          {parts.map((part) => (
            <MeasureRow key={part.key} part={part} bounds={bounds} isScored={computed !== null} />
          ))}
        </div>
        {score !== null && (
          <div role="rowgroup">
            <div
              role="row"
              className={cx('flex justify-between gap-x-4 px-4 py-2.5 font-semibold @3xl:grid', columns)}
            >
              <span role="rowheader" className="@3xl:col-span-4">
                Total
              </span>
              <span role="cell" className="tabular text-right">
                {partText(score)}
              </span>
            </div>
          </div>
        )}
      </div>
    </TabPart>
  )
}

/** `isScored`: the measures give a score. Where they give none, nothing weighs anything or adds anything. */
type MeasureRowProps = { part: ScorePart; bounds: Bounds; isScored: boolean }

function MeasureRow({ part, bounds, isScored }: MeasureRowProps) {
  const { name, group, text, missing, source, points, weight, contribution } = part
  const isOverride = part.key === 'override'
  const isCounted = isScored && !isOverride
  return (
    <div
      role="row"
      className={cx(
        'grid grid-cols-2 items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 @max-3xl:py-3',
        columns,
      )}
    >
      <span role="rowheader" className="min-w-0 @max-3xl:col-span-2">
        <span className="block font-medium wrap-anywhere">{name}</span>
        {group && <span className="block text-label text-2 wrap-anywhere">{group}</span>}
      </span>
      <span role="cell" className="min-w-0 @max-3xl:col-span-2">
        {missing ? (
          <span className="rounded-chip border border-dashed border-edge px-1.5 py-0.5 text-label text-2">
            No data
          </span>
        ) : (
          <span className="block wrap-anywhere">{text}</span>
        )}
        <span className="block text-label text-2">{source}</span>
      </span>
      <span role="cell" className="tabular flex items-center gap-1.5">
        <span className={label}>Points</span>
        <Points points={points} bounds={bounds} />
      </span>
      <span role="cell" className="tabular @3xl:text-right">
        <span className={label}>Weight </span>
        {isCounted ? shareText(weight) : '–'}
      </span>
      <span
        role="cell"
        className={cx(
          'grid grid-cols-[minmax(0,1fr)_2.75rem] items-center gap-3 @max-3xl:col-span-2',
          !isScored && !isOverride && '@max-3xl:hidden',
        )}
      >
        {isCounted && !missing ? <FactorBar part={part} bounds={bounds} /> : <span />}
        <span className="tabular text-right font-medium">
          {isScored || isOverride ? partText(contribution) : '–'}
        </span>
      </span>
      <span role="cell" className="text-label text-2 @max-3xl:col-span-2">
        <Since part={part} />
      </span>
    </div>
  )
}

/** A day without a time, such as that of a renewal, is kept as the midnight of UTC with which it begins. */
const dayOnly = (at: string) => /^(.{10})T00:00:00\.000Z$/.exec(at)?.[1]

const isAhead = (at: string) => Date.parse(at) > Date.now()

/** Since when the value is so; a day to come has not been since any. */
function Since({ part: { at, missing } }: { part: ScorePart }) {
  if (!at || missing || isAhead(at)) return <span className="@max-3xl:hidden">–</span>
  const day = dayOnly(at)
  if (day) return <time dateTime={day}>{formatDay(day)}</time>
  return (
    <time dateTime={at} data-tooltip={exactText(at)}>
      {agoText(at)}
    </time>
  )
}

/** The points of a measure, with the mark of the band in which a score like that would lie. */
function Points({ points, bounds }: { points: number | null; bounds: Bounds }) {
  const status = statusWithin(points, bounds)
  if (points === null || !status) return <span className="text-3">–</span>
  return (
    <span className="inline-flex items-center gap-1.5" data-tooltip={`${points} of 10: ${status}`}>
      <HealthMark word={status} size={8} />
      {points}
    </span>
  )
}
