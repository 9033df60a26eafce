import { IconAlertTriangle, IconBan, IconEqual, IconPencil, IconPlus, type Icon } from '@tabler/icons-react'
import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'

const marks: Record<RowOutcome, { icon: Icon; tone: string }> = {
  create: { icon: IconPlus, tone: 'text-good' },
  update: { icon: IconPencil, tone: 'text-info' },
  unchanged: { icon: IconEqual, tone: 'text-3' },
  conflict: { icon: IconAlertTriangle, tone: 'text-average' },
  refused: { icon: IconBan, tone: 'text-poor' },
}

/** The shape and colour of an outcome; its word is beside it. */
export function OutcomeMark({ outcome, size = 14 }: { outcome: RowOutcome; size?: number }) {
  const { icon: Mark, tone } = marks[outcome]
  return <Mark size={size} className={`shrink-0 ${tone}`} aria-hidden />
}
