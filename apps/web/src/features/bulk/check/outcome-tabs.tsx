import { useId, useState, type KeyboardEvent } from 'react'
import type { BulkJob } from '@steward/contracts/bulk'
import type { ShownOutcome } from '@steward/contracts/plain/bulk-kind'
import type { Level } from '@steward/contracts/level'
import { cx } from '../../../ui/cx.ts'
import { ErrorLogButton } from '../error-log-button.tsx'
import { outcomeCount, outcomesOf, outcomeWords, problemRows } from '../job-words.ts'
import { OutcomeMark } from '../outcome-mark.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { numberText } from '../../../ui/reader.ts'

/** The number of rows for each thing that can happen, and the rows behind a number. */
export function OutcomeTabs({ job, level }: { job: BulkJob; level: Level }) {
  const id = useId()
  const outcomes = outcomesOf(job)
  const [outcome, setOutcome] = useState<ShownOutcome>(
    () => outcomes.find((one) => outcomeCount(job, one) > 0) ?? 'create',
  )

  function onKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = (outcomes.indexOf(outcome) + step + outcomes.length) % outcomes.length
    const next = outcomes[at]
    if (!next) return
    setOutcome(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <div className="flex flex-col gap-4">
      <div
        role="tablist"
        aria-label="Rows by outcome"
        tabIndex={-1}
        onKeyDown={onKey}
        className={cx(
          'grid grid-cols-2 gap-2 sm:grid-cols-3',
          outcomes.length === 5 ? 'lg:grid-cols-5' : 'lg:grid-cols-6',
        )}
      >
        {outcomes.map((one) => (
          <button
            key={one}
            id={`${id}-${one}`}
            type="button"
            role="tab"
            aria-selected={one === outcome}
            aria-controls={`${id}-rows`}
            tabIndex={one === outcome ? 0 : -1}
            onClick={() => setOutcome(one)}
            className={cx(
              'flex flex-col items-start gap-0.5 rounded-card border px-3 py-2 text-left last:odd:max-sm:col-span-2',
              one === outcome ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <span className="tabular text-hero font-semibold">{numberText(outcomeCount(job, one))}</span>
            <span className="flex items-center gap-1.5 text-label text-2">
              <OutcomeMark outcome={one} />
              {outcomeWords[one].planned}
            </span>
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-rows`}
        aria-labelledby={`${id}-${outcome}`}
        className="flex flex-col gap-3"
      >
        {problemRows(job) > 0 && (outcome === 'conflict' || outcome === 'refused') && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-2">
              {outcome === 'refused'
                ? "These rows can't be read with this mapping. Correct the file or the mapping, or skip them."
                : 'These rows match more than one record, or the same record twice. They are skipped.'}
            </p>
            <ErrorLogButton job={job} size="sm">
              Download problem rows
            </ErrorLogButton>
          </div>
        )}
        <PreviewRows key={outcome} job={job} level={level} outcome={outcome} />
      </div>
    </div>
  )
}
