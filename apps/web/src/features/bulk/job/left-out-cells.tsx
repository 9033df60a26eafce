import { useQuery } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { causeReason, causeTitle } from '../job-words.ts'

/** Causes that are shown; the check before the import had them all. */
const mostCauses = 20

/** Cells that records were imported without, by cause. */
export function LeftOutCells({ job }: { job: BulkJob }) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(levelOf(job.level)))
  const causes = job.causes.filter(({ outcome }) => outcome === 'leftOut')
  if (causes.length === 0) return null
  return (
    <section aria-label="Values that were left out" className="flex flex-col gap-2">
      <h3 className="font-semibold">Values that were left out</h3>
      <ul className="flex flex-col rounded-card border border-line">
        {causes.slice(0, mostCauses).map((cause) => {
          const field = fields.find(({ name }) => name === cause.field)
          return (
            <li
              key={JSON.stringify([cause.field, cause.message])}
              className="border-b border-line px-3 py-2 last:border-0"
            >
              <span className="font-medium">{causeTitle(cause, field)}</span>{' '}
              <span className="text-2">{causeReason(cause, field)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
