import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BulkJob } from '@steward/contracts/bulk'
import { isRunning, jobQuery, jobsKey } from '../bulk.calls.ts'

interface Check {
  /** The decisions that are checked, as text. */
  asked: string
  /** The job that has checked exactly this before. */
  known: number | null
  start: () => Promise<BulkJob>
  /** A new check was started. */
  onStarted: (jobId: number) => void
}

/** Whether a check goes on while the server can't be asked about it. */
const isWaitedFor = ({ data, error }: { data: BulkJob | undefined; error: Error | null }): boolean =>
  error !== null && data !== undefined && isRunning(data)

/** The check of exactly these decisions: the one of before, or a new one. */
export function useCheck({ asked, known, start: startCheck, onStarted }: Check) {
  const start = useQuery({
    queryKey: [...jobsKey, 'preview', asked],
    queryFn: startCheck,
    enabled: known === null,
    staleTime: Infinity,
    // The draft remembers the check, for as long as it holds.
    gcTime: 0,
    retry: false,
  })
  const jobId = known ?? start.data?.jobId ?? null
  useEffect(() => {
    if (jobId !== null && known === null) onStarted(jobId)
  })
  const job = useQuery({ ...jobQuery(jobId ?? 0), enabled: jobId !== null })
  const isAway = isWaitedFor(job)
  const error = start.error ?? (isAway ? null : job.error)
  return {
    jobId,
    job: job.data,
    /** The check once it is over; undefined before, and where it failed to be read. */
    ended: error || !job.data || isRunning(job.data) ? undefined : job.data,
    isAway,
    error,
    retry: start.error ? start.refetch : job.refetch,
  }
}
