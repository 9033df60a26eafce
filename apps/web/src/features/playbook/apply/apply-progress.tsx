import { useEffect, useEffectEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlaybookApplication } from '@steward/contracts/playbook/instance'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { applicationQuery } from '../playbook.calls.ts'

type ApplyProgressProps = {
  started: PlaybookApplication
  onDone: (application: PlaybookApplication) => void
}

/** The progress of a job that applies a playbook to many records. */
export function ApplyProgress({ started, onDone }: ApplyProgressProps) {
  const { data = started } = useQuery(applicationQuery(started.applicationId))
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
      <ProgressBar label="Applying the playbook" value={data.processed} max={data.matched} />
      <p className="text-2" aria-live="polite">
        {data.processed.toLocaleString()} of {data.matched.toLocaleString()} records. It continues when you
        close this.
      </p>
    </div>
  )
}
