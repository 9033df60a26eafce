import {
  IconCheckbox,
  IconHeartbeat,
  IconMail,
  IconMessageQuestion,
  IconShieldExclamation,
  IconTargetArrow,
  IconVolumeOff,
  type Icon,
} from '@tabler/icons-react'
import type { TodaySource } from '@steward/contracts/plain/today'

const icons: Readonly<Record<TodaySource, Icon>> = {
  task: IconCheckbox,
  score: IconHeartbeat,
  mail: IconMail,
  risk: IconShieldExclamation,
  quiet: IconVolumeOff,
  plan: IconTargetArrow,
  survey: IconMessageQuestion,
}

/** The drawing beside a reason. */
export function SourceIcon({ source }: { source: TodaySource }) {
  const Drawing = icons[source]
  return <Drawing size={16} className="mt-0.5 shrink-0 text-3" aria-hidden />
}
