import type { ExecutionStatus } from '@steward/contracts/plain/scenario'

export type RunList = 'failed' | 'skipped' | 'rejected' | 'completed' | 'in_progress'

/** The lists of executions of a node. Failures and skips that no one has attended to come first. */
export const runLists: readonly {
  value: RunList
  label: string
  statuses: readonly [ExecutionStatus, ...ExecutionStatus[]]
  /** What the list says when it is empty. */
  none: string
}[] = [
  {
    value: 'failed',
    label: 'Failed',
    statuses: ['unattended_failure', 'attended_failure'],
    none: 'No runs need attention',
  },
  {
    value: 'skipped',
    label: 'Skipped',
    statuses: ['unattended_skip', 'attended_skip'],
    none: 'No runs need attention',
  },
  { value: 'rejected', label: 'Rejected', statuses: ['rejected'], none: 'No records were rejected here' },
  {
    value: 'completed',
    label: 'Completed',
    statuses: ['completed'],
    none: 'No records went through here yet',
  },
  { value: 'in_progress', label: 'In progress', statuses: ['in_progress'], none: 'No records are here now' },
]
