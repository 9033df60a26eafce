import { pulseValues } from '@steward/contracts/plain/built-in-value'
import type { Overview } from '@steward/contracts/overview'
import { useCan } from '../../../api/can.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { exactText } from '../../../components/time-text.ts'
import { PulseBadge } from '../../../entities/pulse/index.ts'
import { formatDay, readerDay } from '../../../ui/day-text.ts'
import { Card, CardEmpty, textButton } from './card.tsx'
import { pulseLine, type PulsePoint } from './pulse-line.ts'

const wordOf = (pulse: number) => pulseValues.find(({ id }) => id === pulse)?.name ?? ''
const dayOf = (at: string) => formatDay(readerDay(new Date(at)))

/** Discussion of the customer over time. */
export function PulseCard({ overview: { pulse } }: { overview: Overview }) {
  const { record } = useRecordScreen()
  const mayLog = useCan()('timeline.edit')
  const [, setSearch] = useSearchParams()
  const add = mayLog && (
    <button type="button" className={textButton} onClick={() => setSearch({ log: 'pulse' })}>
      Add a pulse
    </button>
  )
  const { pulse: now } = record.globalFields
  if (pulse.length === 0) {
    return (
      <Card title="Pulse">
        <CardEmpty action={add}>{now === null ? 'No pulse yet.' : <PulseBadge value={now} />}</CardEmpty>
      </Card>
    )
  }
  return (
    <Card title="Pulse" action={add}>
      <div className="flex flex-col gap-2 px-4 py-3 print:px-0">
        {now !== null && <PulseBadge value={now} />}
        <PulseChart points={pulse} />
      </div>
    </Card>
  )
}

const tones = ['', 'bg-poor-mark', 'bg-poor-mark', 'bg-average-mark', 'bg-good-mark', 'bg-good-mark']

function PulseChart({ points }: { points: readonly PulsePoint[] }) {
  const drawn = pulseLine(points)
  const [first, last] = [points[0]!, points.at(-1)!]
  const isSingle = points.length === 1
  const summary = isSingle
    ? `${wordOf(last.pulse)} on ${dayOf(last.at)}`
    : `From ${wordOf(first.pulse)} on ${dayOf(first.at)} to ${wordOf(last.pulse)} on ${dayOf(last.at)}`
  return (
    <figure>
      <div role="img" aria-label={summary} className="relative mx-1.5 h-18">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
          aria-hidden
        >
          {[0, 50, 100].map((y) => (
            <line
              key={y}
              x1="0"
              x2="100"
              y1={y}
              y2={y}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <polyline
            points={drawn.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            className="stroke-(--accent)"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {drawn.map(({ at, pulse, x, y }) => (
          <span
            key={`${at}-${x}`}
            data-tooltip={`${wordOf(pulse)}, ${exactText(at)}`}
            className={`absolute size-2 -translate-1/2 rounded-full ring-2 ring-(--surface) ${tones[pulse]}`}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
      </div>
      <figcaption className="tabular mt-2.5 flex justify-between text-meta text-3">
        <span>{dayOf(first.at)}</span>
        {!isSingle && <span>{dayOf(last.at)}</span>}
      </figcaption>
    </figure>
  )
}
