import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import type { Export } from '@steward/contracts/export'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { numberText } from '../../ui/reader.ts'
import { toast } from '../../ui/toast-store.ts'
import { agoText, exactText } from '../../components/time-text.ts'
import { exportsKey, isUnfinished, stopExport } from './export.calls.ts'
import { saveExport } from './follow-export.ts'

/** How far an export is, in words. */
function stateText({ state, rowsDone, rowsTotal, failure }: Export): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'stopped') return failure ?? 'Stopped'
  const total = numberText(rowsTotal ?? 0)
  if (state === 'running')
    return rowsTotal === null ? 'Finding records' : `${numberText(rowsDone)} of ${total}`
  return rowsTotal === 1 ? '1 record' : `${total} records`
}

/** One export: how far it is, and what can be done with it. */
export function ExportRow({ job }: { job: Export }) {
  const stop = useMutation({
    mutationFn: () => stopExport(job.exportId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsKey }),
    onError: (error) => toast.error(errorText(error), { subject: `export-${job.exportId}` }),
  })
  const save = useMutation({ mutationFn: () => saveExport(job) })
  const unfinished = isUnfinished(job)
  return (
    <li className="flex min-h-12 items-center gap-3 border-b border-line py-2 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="truncate text-body text-1" data-tooltip={job.fileName}>
          {job.fileName}
        </span>
        <span className="text-label text-2">
          {stateText(job)} ·{' '}
          <time dateTime={job.createdAt} data-tooltip={exactText(job.createdAt)}>
            {agoText(job.createdAt)}
          </time>
        </span>
        {job.state === 'running' && (
          <ProgressBar label={`Writing ${job.fileName}`} value={job.rowsDone} max={job.rowsTotal ?? 0} />
        )}
      </div>
      {unfinished && (
        <Button
          size="sm"
          busy={stop.isPending}
          aria-label={`Stop ${job.fileName}`}
          onClick={() => stop.mutate()}
        >
          Stop
        </Button>
      )}
      {job.state === 'ready' && (
        <Button
          size="sm"
          icon={<IconDownload aria-hidden />}
          busy={save.isPending}
          aria-label={`Save ${job.fileName}`}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
      )}
    </li>
  )
}
