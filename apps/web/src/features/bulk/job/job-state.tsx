import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconPlayerStop,
  IconProgress,
  type Icon,
} from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'

const looks: Record<BulkJob['state'], { icon: Icon; tone: string }> = {
  0: { icon: IconCircleDashed, tone: 'text-none' },
  10: { icon: IconCircleDot, tone: 'text-none' },
  20: { icon: IconProgress, tone: 'text-info' },
  30: { icon: IconPlayerStop, tone: 'text-average' },
  40: { icon: IconCircleCheck, tone: 'text-good' },
}

/** The state of a job: a shape and its word. */
export function JobState({ job }: { job: BulkJob }) {
  const { icon: Mark, tone } = looks[job.state]
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${tone}`}>
      <Mark size={16} stroke={1.75} className="shrink-0" aria-hidden />
      {job.stateName}
    </span>
  )
}
