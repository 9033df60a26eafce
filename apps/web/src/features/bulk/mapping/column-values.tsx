import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { tooltip } from '../../../ui/tooltip.tsx'
import type { ColumnGuess } from '../bulk.calls.ts'

/** A longer value is cut, so that the others have room beside it. */
const longestShown = 60

const cut = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)

function samplesOf({ samples }: ColumnGuess): string[] {
  return [...new Set(samples)]
}

/** The values that a column begins with, for a tooltip. */
export function valuesText(guess: ColumnGuess): string {
  const samples = samplesOf(guess)
  return samples.length === 0 ? 'No values in the file' : samples.map(cut).join(' · ')
}

/** The values that a column begins with on one line; pointed at, focused or pressed, it shows them in full. */
export function ColumnValues({ guess }: { guess: ColumnGuess }) {
  const [open, setOpen] = useState(false)
  const samples = samplesOf(guess)
  const [first] = samples
  if (first === undefined) return <p className="text-3">No values in the file</p>
  const isConstant = guess.distinct === 1 && guess.filled > 1
  const line = isConstant ? `Always “${first}”` : samples.slice(0, 3).join(', ')
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={`Values of ${guess.name}: ${isConstant ? line : valuesText(guess)}`}
      {...(open ? {} : tooltip(valuesText(guess)))}
      onClick={() => setOpen(!open)}
      className={cx('block max-w-full rounded-chip text-left text-2', !open && 'truncate')}
    >
      {open
        ? samples.map((sample) => (
            <span key={sample} className="block text-label leading-5 break-words">
              {sample}
            </span>
          ))
        : line}
    </button>
  )
}
