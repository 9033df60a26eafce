import {
  type Bounds,
  HealthMark,
  linesOf,
  mostPoints,
  scoreText,
  type TrendStep,
  versionMarks,
} from '../../entities/health/index.ts'
import { exactText } from '../../components/time-text.ts'
import { cx } from '../../ui/cx.ts'
import { formatDay, readerDay } from '../../ui/day-text.ts'

const dayOf = (at: number | string) => formatDay(readerDay(new Date(at)))

type TrendLineProps = { steps: readonly TrendStep[]; bounds: Bounds; from: number; to: number }

function summaryOf(steps: readonly TrendStep[]): string {
  const scored = steps.filter(({ y }) => y !== null)
  const [first, last] = [scored[0]?.point, scored.at(-1)?.point]
  if (!first || !last) return 'No score'
  return `From ${scoreText(first.score)} on ${dayOf(first.at)} to ${scoreText(last.score)} on ${dayOf(last.at)}`
}

const heightOf = (score: number) => (1 - score / mostPoints) * 100

/** The steps of a score between two instants (ms), with the bounds it was held to and the versions that changed. */
export function TrendLine({ steps, bounds: { lowerBound, upperBound }, from, to }: TrendLineProps) {
  const marks = versionMarks(steps)
  const bands = [
    { word: 'Good', low: upperBound, high: mostPoints },
    { word: 'Average', low: lowerBound, high: upperBound },
    { word: 'Poor', low: 0, high: lowerBound },
  ] as const
  return (
    <figure className="pt-5">
      <div className="flex">
        <div role="img" aria-label={summaryOf(steps)} className="relative h-40 min-w-0 flex-1">
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
            aria-hidden
          >
            {[0, lowerBound, upperBound, mostPoints].map((score) => (
              <line
                key={score}
                x1="0"
                x2="100"
                y1={heightOf(score)}
                y2={heightOf(score)}
                className={score === lowerBound || score === upperBound ? 'stroke-(--edge)' : 'stroke-line'}
                strokeDasharray={score === lowerBound || score === upperBound ? '3 4' : undefined}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {marks.map(({ number, x }) => (
              <line
                key={number}
                x1={x}
                x2={x}
                y1="0"
                y2="100"
                className="stroke-(--ink-3)"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {linesOf(steps).map((points) => (
              <polyline
                key={points}
                points={points}
                fill="none"
                className="stroke-(--accent)"
                strokeWidth="2"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <LastPoint steps={steps} />
          {marks.map(({ number, at, x }) => (
            <span
              key={number}
              data-tooltip={`Score version ${number}, ${exactText(at)}`}
              className={cx(
                'absolute -top-5 rounded-chip bg-none-soft px-1 text-meta font-medium text-none',
                x > 90 ? '-translate-x-full' : '-translate-x-1/2',
              )}
              style={{ left: `${x}%` }}
            >
              v{number}
            </span>
          ))}
          {steps.map(({ point, from: left, to: right, y }) => (
            <span
              key={point.at}
              data-tooltip={`${scoreText(point.score)} ${point.healthStatus ?? ''}${point.overridden ? ', set by hand' : ''}, since ${exactText(point.at)}`}
              className="absolute h-4 -translate-y-1/2"
              style={{ left: `${left}%`, width: `${right - left}%`, top: `${y ?? 100}%` }}
            />
          ))}
        </div>
        <ul className="relative ml-2 w-16 shrink-0 text-meta text-2" aria-label="Bounds">
          {bands.map(({ word, low, high }) => (
            <li
              key={word}
              className="absolute flex -translate-y-1/2 items-center gap-1"
              style={{ top: `${heightOf((low + high) / 2)}%` }}
            >
              <HealthMark word={word} size={8} />
              {word}
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="tabular mt-2 mr-18 flex justify-between text-meta text-3">
        <span>{dayOf(from)}</span>
        <span>{dayOf(to)}</span>
      </figcaption>
    </figure>
  )
}

/** Where the score is now: also to be seen where the line has only begun. */
function LastPoint({ steps }: { steps: readonly TrendStep[] }) {
  const last = steps.at(-1)
  if (!last || last.y === null) return null
  return (
    <span
      aria-hidden
      className="absolute size-2 -translate-1/2 rounded-full bg-accent ring-2 ring-(--surface)"
      style={{ left: `${last.to}%`, top: `${last.y}%` }}
    />
  )
}
