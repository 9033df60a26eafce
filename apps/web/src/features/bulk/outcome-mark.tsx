import {
  IconAlertTriangle,
  IconBan,
  IconEqual,
  IconPencil,
  IconPlus,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react'
import type { ShownOutcome } from '@steward/contracts/plain/bulk-kind'

const marks: Record<ShownOutcome, { icon: Icon; tone: string }> = {
  create: { icon: IconPlus, tone: 'text-good' },
  update: { icon: IconPencil, tone: 'text-info' },
  unchanged: { icon: IconEqual, tone: 'text-3' },
  conflict: { icon: IconAlertTriangle, tone: 'text-average' },
  refused: { icon: IconBan, tone: 'text-poor' },
  missing: { icon: IconUserOff, tone: 'text-3' },
}

/** The shape and color of an outcome; its word is beside it. */
export function OutcomeMark({ outcome, size = 14 }: { outcome: ShownOutcome; size?: number }) {
  const { icon: Mark, tone } = marks[outcome]
  return <Mark size={size} className={`shrink-0 ${tone}`} aria-hidden />
}
