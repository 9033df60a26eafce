import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { AppLink } from '../../../components/app-link.tsx'
import { paths } from '../../../paths.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { isUndoing, keptQuery } from '../bulk.calls.ts'
import { importableRows, jobNoun } from '../job-words.ts'
import { Pager } from '../pager.tsx'
import { undoneSentence } from './undo-words.ts'

/** An undo on its way, then what it left as it was. */
export function UndoResult({ job }: { job: BulkJob }) {
  if (!job.undo) return null
  const { undone, kept } = job.undo
  return (
    <section aria-label="Undo" className="flex flex-col gap-3 rounded-card border border-line p-4">
      <p role="status" className="tabular flex items-start gap-2 font-medium">
        <IconArrowBackUp size={16} stroke={1.75} className="mt-0.5 shrink-0 text-3" aria-hidden />
        {undoneSentence(job)}
      </p>
      {isUndoing(job) && (
        <ProgressBar
          label={`Undoing the ${jobNoun(job)}`}
          value={undone + kept}
          max={Math.max(1, importableRows(job) + job.findings.missingChanged)}
        />
      )}
      {!isUndoing(job) && kept > 0 && <Kept job={job} />}
    </section>
  )
}

function Kept({ job }: { job: BulkJob }) {
  const [page, setPage] = useState(1)
  const { data } = useQuery(keptQuery(job.jobId, page))
  if (!data) return null
  const { plural } = levelOf(job.level)
  return (
    <>
      <ul className="flex flex-col gap-2">
        {data.data.map((record) => (
          <li key={record.id} className="min-w-0">
            {record.name === '' ? (
              <p className="font-medium">A record that was deleted or that you can't see</p>
            ) : (
              <AppLink
                to={paths.record(plural, record.id)}
                className="rounded-chip font-medium text-accent-text hover:underline"
              >
                {record.name}
              </AppLink>
            )}
            <p className="text-label text-2">{record.message}</p>
          </li>
        ))}
      </ul>
      <Pager page={page} total={data.totalItemCount} onPage={setPage} />
    </>
  )
}
