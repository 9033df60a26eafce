import {
  IconAbc,
  IconAlignLeft,
  IconBriefcase,
  IconBuilding,
  IconCalendar,
  IconCoins,
  IconHash,
  IconHeartbeat,
  IconListCheck,
  IconMail,
  IconPercentage,
  IconSelector,
  IconShape,
  IconStairs,
  IconToggleLeft,
  IconUser,
  IconUserCircle,
  type Icon,
} from '@tabler/icons-react'
import { dataTypes, type DataType } from '@steward/contracts/data-type'

const icons: Partial<Record<DataType, Icon>> = {
  string: IconAbc,
  longText: IconAlignLeft,
  boolean: IconToggleLeft,
  number: IconHash,
  mandatoryNumber: IconHash,
  percentage: IconPercentage,
  currency: IconCoins,
  date: IconCalendar,
  mandatoryDate: IconCalendar,
  email: IconMail,
  singlePicklist: IconSelector,
  multiPicklist: IconListCheck,
  user: IconUserCircle,
  owner: IconUserCircle,
  organization: IconBuilding,
  account: IconBriefcase,
  contact: IconUser,
  pulse: IconHeartbeat,
  health: IconHeartbeat,
  lifecycleStage: IconStairs,
  pipelineStatus: IconStairs,
}

/** The sign of a data type; it goes with the type's name. */
export function TypeIcon({ type }: { type: string }) {
  const Sign = icons[type as DataType] ?? IconShape
  return <Sign size={16} className="shrink-0 text-3" aria-hidden />
}

export function typeLabel(type: string): string {
  return dataTypes[type as DataType]?.label ?? type
}

/** A type with its sign. */
export function TypeText({ type }: { type: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <TypeIcon type={type} />
      <span className="truncate">{typeLabel(type)}</span>
    </span>
  )
}
