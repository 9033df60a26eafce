import { IconLink } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { countText, linkedRows } from '../job-words.ts'

/** Rows that name other rows of their file, which are linked once all of them have their records. */
export function LinkedRows({ job }: { job: BulkJob }) {
  const count = linkedRows(job)
  if (count === 0) return null
  return (
    <p className="flex items-start gap-2 rounded-card bg-sunken p-3">
      <IconLink size={16} stroke={1.5} className="mt-0.5 shrink-0 text-3" aria-hidden />
      <span>
        <span className="font-medium">{countText(count, 'row')}</span>{' '}
        <span className="text-2">
          {count === 1 ? 'is' : 'are'} linked to records that other rows of the file name.
        </span>
      </span>
    </p>
  )
}
