import { useQuery } from '@tanstack/react-query'
import type { PlaybookApplication } from '@steward/contracts/playbook/instance'
import { JobProgress } from '../../../components/job-progress.tsx'
import { applicationQuery } from '../playbook.calls.ts'

type ApplyProgressProps = {
  started: PlaybookApplication
  onDone: (application: PlaybookApplication) => void
}

/** The progress of a job that applies a playbook to many records. */
export function ApplyProgress({ started, onDone }: ApplyProgressProps) {
  const { data = started } = useQuery(applicationQuery(started.applicationId))
  return <JobProgress label="Applying the playbook" job={data} onDone={onDone} />
}
