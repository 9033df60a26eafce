import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { BulkUpdatePreview } from '@steward/contracts/bulk-update'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { useGo } from '../../../components/go.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { bulkUpdatePreviewQuery, startBulkUpdate, type BulkUpdate } from './bulk-update.calls.ts'
import { countedRecords, planWords, verbOf } from './bulk-update-words.ts'

type BulkUpdateDialogProps = {
  update: BulkUpdate
  /** How many are chosen, as far as the list knows. */
  count: number
  onClose: () => void
  onStarted: () => void
}

function buttonText(verb: string, preview: BulkUpdatePreview | undefined): string {
  if (!preview) return verb
  return `${verb} ${numberText(preview.change)} ${preview.change === 1 ? 'record' : 'records'}`
}

/** Shows what a change of many records would come to, and starts it as a job. */
export function BulkUpdateDialog({ update, count, onClose, onStarted }: BulkUpdateDialogProps) {
  const go = useGo()
  const { data: preview, error, refetch } = useQuery(bulkUpdatePreviewQuery(update))
  const [refusal, setRefusal] = useState<string | null>(null)
  const start = useMutation({ mutationFn: () => startBulkUpdate(update) })
  const verb = verbOf(update.change)

  async function confirm() {
    setRefusal(null)
    try {
      const { jobId } = await start.mutateAsync()
      toast.info(`${verb} started. You will be notified on completion; refresh the app.`, {
        subject: `job-${jobId}`,
        action: { label: 'Show progress', run: () => go(paths.import(jobId)) },
      })
      onStarted()
      onClose()
    } catch (failure) {
      if (!isSessionExpired(failure)) setRefusal(errorText(failure))
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${verb} ${countedRecords(preview?.matched ?? count, update.level)}?`}
      description="Runs in the background. Follow, stop or undo it under Imports."
      width={560}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!preview?.change}
            busy={start.isPending}
            onClick={() => void confirm()}
          >
            {buttonText(verb, preview)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormAlert text={refusal} />
        {preview ? <Plan preview={preview} /> : <NoPlan error={error} onRetry={() => void refetch()} />}
      </div>
    </Dialog>
  )
}

function NoPlan({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (isSessionExpired(error)) return null
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={onRetry} />
  return (
    <div role="status">
      <span className="hidden-text">Calculating the changes…</span>
      <Skeleton className="h-32 w-full" />
    </div>
  )
}

function Plan({ preview }: { preview: BulkUpdatePreview }) {
  const { refused, sample } = preview
  return (
    <>
      <p className="tabular" role="status">
        {planWords(preview).join(' · ')}
      </p>
      {refused.length > 0 && (
        <ul aria-label="Reasons for skipped records" className="flex flex-col gap-1">
          {refused.map(({ reason, count }) => (
            <li key={reason} className="flex gap-2 text-2">
              <span className="tabular shrink-0 font-medium text-1">{numberText(count)}</span>
              {reason}
            </li>
          ))}
        </ul>
      )}
      {sample.length > 0 && <Sample sample={sample} />}
    </>
  )
}

function Sample({ sample }: Pick<BulkUpdatePreview, 'sample'>) {
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <table className="w-full table-fixed text-left">
        <caption className="hidden-text">Examples</caption>
        <thead className="bg-sunken text-label text-2">
          <tr>
            {['Record', 'Now', 'After'].map((title) => (
              <th key={title} scope="col" className="px-3 py-1.5 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ id, name, before, after }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="truncate px-3 py-1.5 font-medium">
                {name}
              </th>
              <td className="truncate px-3 py-1.5 text-2">{before ?? '—'}</td>
              <td className="truncate px-3 py-1.5">{after ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
