import { useQuery } from '@tanstack/react-query'
import type { PlanJob } from '@steward/contracts/success-plan/template'
import { JobProgress } from '../../../components/job-progress.tsx'
import { planJobQuery } from './template.calls.ts'

/** The progress of a job that makes plans for many records. */
export function ApplyProgress({ started, onDone }: { started: PlanJob; onDone: (job: PlanJob) => void }) {
  const { data = started } = useQuery(planJobQuery(started.applicationId))
  return <JobProgress label="Creating plans" job={data} onDone={onDone} />
}
