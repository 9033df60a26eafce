import { useState } from 'react'
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { useCan } from '../../../api/can.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { isOfSeveral, isRunning, jobOfRows } from '../bulk.calls.ts'
import { ErrorLogButton } from '../error-log-button.tsx'
import { mayBeUndone, useStop } from './job-changes.ts'
import { jobNoun, problemRows } from '../job-words.ts'
import { UndoDialog } from './undo-dialog.tsx'

type JobActionsProps = Pick<ButtonProps, 'size' | 'variant'> & {
  job: BulkJob
  /** The undo was asked for; for showing where its progress is. */
  onUndoing?: () => void
}

/** What can be done with a job right now. */
export function JobActions({ job, onUndoing, ...look }: JobActionsProps) {
  const may = useCan()
  const [asking, setAsking] = useState(false)
  const stop = useStop(job)
  return (
    <>
      {!isRunning(job) && problemRows(job) > 0 && !isOfSeveral(job) && (
        <ErrorLogButton job={jobOfRows(job)} {...look}>
          Download error log
        </ErrorLogButton>
      )}
      {isRunning(job) && may('bulk.run') && (
        <Button
          {...look}
          icon={<IconPlayerStop aria-hidden />}
          busy={stop.isPending}
          onClick={() => stop.mutate()}
        >
          Stop
        </Button>
      )}
      {mayBeUndone(job) && may('history.undo') && (
        <>
          <Button {...look} icon={<IconArrowBackUp aria-hidden />} onClick={() => setAsking(true)}>
            Undo {jobNoun(job)}
          </Button>
          <UndoDialog job={job} open={asking} onOpenChange={setAsking} onStarted={onUndoing} />
        </>
      )}
    </>
  )
}
