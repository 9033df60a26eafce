import { useQuery } from '@tanstack/react-query'
import { IconListDetails, IconSitemap } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import type { Level } from '@steward/contracts/level'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { countText, newParentsText } from '../job-words.ts'

const mostValues = 12

/** What an import makes beside its records: options of picklists, and parents. */
export function PlannedExtras({ job, level }: { job: BulkJob; level: Level }) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(level))
  const options = job.newOptions.filter(({ values }) => values.length > 0)
  if (options.length === 0 && job.newParents === 0) return null
  return (
    <ul className="flex flex-col gap-2 rounded-card bg-sunken p-3">
      {job.newParents > 0 && (
        <li className="flex items-start gap-2">
          <IconSitemap size={16} stroke={1.5} className="mt-0.5 shrink-0 text-3" aria-hidden />
          <span>
            <span className="font-medium">{newParentsText(job)}</span>{' '}
            <span className="text-2">will be created.</span>
          </span>
        </li>
      )}
      {options.map(({ field, values }) => (
        <li key={field} className="flex items-start gap-2">
          <IconListDetails size={16} stroke={1.5} className="mt-0.5 shrink-0 text-3" aria-hidden />
          <span className="min-w-0">
            <span className="font-medium">
              {fields.find(({ name }) => name === field)?.displayName ?? field}
            </span>{' '}
            <span className="text-2">
              gets {countText(values.length, 'new option')}: {values.slice(0, mostValues).join(', ')}
              {values.length > mostValues && ` and ${values.length - mostValues} more`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
