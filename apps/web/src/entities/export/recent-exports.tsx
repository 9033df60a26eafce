import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { exportsQuery } from './export.calls.ts'
import { ExportRow } from './export-row.tsx'

type RecentExportsProps = {
  /** How many are shown; the newest come first. */
  most: number
  className?: string
}

/** One's own exports, whose files are kept for seven days; nothing where there are none. */
export function RecentExports({ most, className }: RecentExportsProps) {
  const id = useId()
  const { data } = useQuery(exportsQuery)
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-body font-semibold text-1">
        Your exports
      </h2>
      <p className="text-label text-2">Files are deleted after seven days.</p>
      <ul className="mt-1">
        {data.slice(0, most).map((job) => (
          <ExportRow key={job.exportId} job={job} />
        ))}
      </ul>
    </section>
  )
}
