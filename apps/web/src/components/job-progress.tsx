import { useEffect, useEffectEvent } from 'react'
import { ProgressBar } from '../ui/progress-bar.tsx'

interface Job {
  state: string
  processed: number
  matched: number
  failure: string | null
}

interface JobProgressProps<One extends Job> {
  label: string
  job: One
  onDone: (job: One) => void
}

/** How far a job over many records is, until it is completed. */
export function JobProgress<One extends Job>({ label, job, onDone }: JobProgressProps<One>) {
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (job.state === 'completed') finish(job)
  }, [job])
  if (job.state === 'failed') {
    return (
      <p role="alert" className="text-poor">
        {job.failure}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={label} value={job.processed} max={job.matched} />
      <p className="text-2" aria-live="polite">
        {job.processed.toLocaleString()} of {job.matched.toLocaleString()} records. It continues when you
        close this.
      </p>
    </div>
  )
}
