import { useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import type { PlaybookForm } from './playbook-form.ts'
import { stepId } from './step-drag.ts'
import { dayText, timelineOf, type TimelineLine } from './timeline.rules.ts'

function goTo(key: string): void {
  const step = document.getElementById(stepId(key))
  step?.scrollIntoView({ block: 'center' })
  step?.querySelector('input')?.focus({ preventScroll: true })
}

/** When the steps are due, by what they count from; each leads to its step. */
export function StepTimeline({ form }: { form: PlaybookForm }) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(levelOf(form.level)))
  const nameOf = ({ from }: TimelineLine): string => {
    if (from === 'start') return 'Start'
    if (from === 'end') return 'End'
    return fields.find(({ name }) => name === from.field)?.displayName ?? 'Date field'
  }
  return (
    <section aria-label="Timeline" className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      {timelineOf(form.steps).map((line) => (
        <div key={JSON.stringify(line.from)} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 className="w-28 shrink-0 truncate text-label font-medium">{nameOf(line)}</h3>
          <ol aria-label={nameOf(line)} className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-2">
            {line.days.map((day) => (
              <li key={day.days} className="flex items-center gap-1.5">
                <span className="text-label text-2">{dayText(day)}</span>
                {day.steps.map(({ key, number, title }) => (
                  <button
                    key={key}
                    type="button"
                    aria-label={`Step ${number}: ${title || 'New step'}`}
                    data-tooltip={title || 'New step'}
                    className="tabular flex size-6 items-center justify-center rounded-full border border-edge bg-surface text-label font-medium hover:bg-accent-soft hover:text-accent-text"
                    onClick={() => goTo(key)}
                  >
                    {number}
                  </button>
                ))}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
