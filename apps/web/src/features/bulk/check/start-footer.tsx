import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { errorText } from '../../../api/error-text.ts'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { jobsKey } from '../bulk.calls.ts'
import { countText, importableRows, problemRows } from '../job-words.ts'
import { WizardFooter } from '../wizard/wizard-footer.tsx'

type StartFooterProps = {
  job: BulkJob
  onBack: () => void
  label: string
  start: () => Promise<BulkJob>
  onStarted: () => void
}

/** Starts the import that was checked, and opens its page. */
export function StartFooter({ job, onBack, label, start, onStarted }: StartFooterProps) {
  const go = useGo()
  const queryClient = useQueryClient()
  const left = problemRows(job)
  const { mutate, isPending } = useMutation({
    mutationFn: start,
    onSuccess(started) {
      onStarted()
      void queryClient.invalidateQueries({ queryKey: [...jobsKey, 'history'] })
      go(paths.import(started.jobId), { replace: true })
    },
    onError: (error) => toast.error(errorText(error), { subject: 'import-start' }),
  })
  return (
    <WizardFooter note={left > 0 ? `${countText(left, 'row')} with problems will be skipped.` : null}>
      <Button onClick={onBack}>Back</Button>
      <Button
        variant="primary"
        busy={isPending}
        disabled={importableRows(job) + job.findings.missingChanged === 0 || job.failure !== null}
        onClick={() => mutate()}
      >
        {label}
      </Button>
    </WizardFooter>
  )
}
