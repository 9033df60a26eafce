import { useEffect, useRef } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { errorText } from '../../../api/error-text.ts'
import { toast } from '../../../ui/toast-store.ts'
import { isRunning, isUndoing, jobQuery, jobsKey, stopJob, undoJob } from '../bulk.calls.ts'

function useJobChange(job: BulkJob, change: (jobId: number) => Promise<BulkJob>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => change(job.jobId),
    onSuccess(changed) {
      queryClient.setQueryData(jobQuery(job.jobId).queryKey, changed)
      return queryClient.invalidateQueries({ queryKey: [...jobsKey, 'history'] })
    },
    onError: (error) => toast.error(errorText(error), { subject: `job-${job.jobId}` }),
  })
}

export const useStop = (job: BulkJob) => useJobChange(job, stopJob)
export const useUndo = (job: BulkJob) => useJobChange(job, undoJob)

/** Once a job or its undo is over, lists and pickers ask again for what it changed. */
export function useFreshRecords(job: BulkJob): void {
  const queryClient = useQueryClient()
  const busy = isRunning(job) || isUndoing(job)
  // A short job may be over before its page first sees it.
  const wasBusy = useRef(true)
  useEffect(() => {
    if (wasBusy.current && !busy) {
      void queryClient.invalidateQueries({ queryKey: ['records'] })
      void queryClient.invalidateQueries({ queryKey: ['fields'] })
    }
    wasBusy.current = busy
  }, [busy, queryClient])
}

/** Something was written, and no one took all of it back yet. */
export function mayBeUndone(job: BulkJob): boolean {
  const isWhole = job.undo === null || job.undo.state === 30
  return !job.preview && !isRunning(job) && isWhole && job.changeSetId !== null
}
