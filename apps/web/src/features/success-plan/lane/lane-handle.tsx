import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { addDays } from '@steward/conditions'
import { formatDay } from '../../../ui/day-text.ts'
import { daysOf, type Lane, type LaneBar } from './plan-lane.rules.ts'

interface LaneHandleProps {
  lane: Lane
  bar: LaneBar
  helpId: string
  onMove: (days: number) => void
}

const week = 7

/** The bar of a milestone: it is dragged, or moved by arrow keys, to other days. Nothing is written before the dialog. */
export function LaneHandle({ lane, bar, helpId, onMove }: LaneHandleProps) {
  const [days, setDays] = useState(0)
  const [from, setFrom] = useState<number | null>(null)
  const { name, left, width } = bar
  const shift = (days / lane.length) * 100
  const to = `${formatDay(addDays(bar.from, days))} – ${formatDay(addDays(bar.to, days))}`

  function ask() {
    onMove(days)
    setDays(0)
  }

  function drag(event: PointerEvent<HTMLSpanElement>) {
    if (from === null) return
    const track = event.currentTarget.parentElement?.clientWidth ?? 0
    setDays(daysOf(event.clientX - from, track, lane.length))
  }

  function drop() {
    if (from === null) return
    setFrom(null)
    ask()
  }

  function press(event: KeyboardEvent) {
    const step = event.shiftKey ? week : 1
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => setDays(days - step),
      ArrowRight: () => setDays(days + step),
      Escape: () => setDays(0),
      Enter: ask,
    }
    const act = acts[event.key]
    if (!act || (event.key === 'Escape' && days === 0)) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <span
        role="slider"
        tabIndex={0}
        aria-label={`Dates of ${name}`}
        aria-describedby={helpId}
        aria-valuemin={-3660}
        aria-valuemax={3660}
        aria-valuenow={days}
        aria-valuetext={to}
        className="absolute h-4 min-w-3 cursor-grab touch-pan-y rounded-full bg-accent before:absolute before:-inset-1 hover:bg-accent-hover active:cursor-grabbing"
        style={{ left: `${Math.min(left, 98) + shift}%`, width: `${width}%` }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setFrom(event.clientX)
        }}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={() => {
          setFrom(null)
          setDays(0)
        }}
        onKeyDown={press}
        onBlur={() => setDays(0)}
      />
      {days !== 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-4 z-10 rounded-chip border border-line bg-raised px-2 text-meta whitespace-nowrap shadow-float"
          style={{ left: `${Math.min(Math.max(left + shift, 0), 60)}%` }}
        >
          {to}
        </span>
      )}
    </>
  )
}
