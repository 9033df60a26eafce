import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlanJob } from '@steward/contracts/success-plan/template'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { planJobQuery } from './template.calls.ts'

/** The progress of a job that makes plans for many records. */
export function ApplyProgress({ started, onDone }: { started: PlanJob; onDone: (job: PlanJob) => void }) {
  const { data = started } = useQuery(planJobQuery(started.applicationId))
  const finish = useEffectEvent(onDone)
  useEffect(() => {
    if (data.state === 'completed') finish(data)
  }, [data])
  if (data.state === 'failed') {
    return (
      <p role="alert" className="text-poor">
        {data.failure}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label="Creating plans" value={data.processed} max={data.matched} />
      <p className="text-2" aria-live="polite">
        {data.processed.toLocaleString()} of {data.matched.toLocaleString()} records. It continues when you
        close this.
      </p>
    </div>
  )
}
