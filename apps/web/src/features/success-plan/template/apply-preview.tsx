import type { PlanApplication } from '@steward/contracts/success-plan/template'
import { formatDay } from '../../../ui/day-text.ts'

/** How many plans, in words. */
export const plans = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'plan' : 'plans'}`

function summary({ matched, plans: made, refused }: PlanApplication): string {
  const planned = made.length + refused.length
  if (matched > planned) {
    return `${matched.toLocaleString()} records are chosen. These are the first ${planned}.`
  }
  const none = refused.length === 0 ? '' : `, none for ${refused.length} of the records`
  return `${plans(made.length)}${none}.`
}

/** What applying a template would make, and the records that get nothing. */
export function ApplyPreview({ preview }: { preview: PlanApplication }) {
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <p className="text-2">{summary(preview)}</p>
      <ul aria-label="Plans" className="divide-y divide-line border-y border-line">
        {preview.plans.map(({ recordId, recordName, name, startDate, dueDate, ownerName }) => (
          <li key={recordId} className="py-2">
            <span className="font-medium">{name}</span>
            <p className="text-label text-2">
              {[
                recordName,
                ownerName ?? 'No owner',
                dueDate ? `${formatDay(startDate)} – ${formatDay(dueDate)}` : `from ${formatDay(startDate)}`,
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {preview.refused.length > 0 && (
        <ul aria-label="No plan for" className="flex flex-col gap-1 text-label text-poor">
          {preview.refused.map(({ recordId, name, message }) => (
            <li key={recordId}>
              {name ?? `Record ${recordId}`}: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
