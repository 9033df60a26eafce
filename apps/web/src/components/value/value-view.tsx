import { memo, type ReactNode } from 'react'
import { pipelineStatuses, pipelineTypes } from '@steward/contracts/built-in-field'
import type { DataType } from '@steward/contracts/data-type'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../api/fields.ts'
import { HealthBadge } from '../../entities/health-badge.tsx'
import { PulseBadge } from '../../entities/pulse-badge.tsx'
import { StageChip } from '../../entities/stage-chip.tsx'
import { UserChip } from '../../entities/user-chip.tsx'
import { chipLook } from '../../ui/chip.tsx'
import type { ValueLookups } from './lookups.ts'
import { instantText, valueText } from './value-text.ts'

type Draw = (value: FieldValue, field: LevelField, lookups: ValueLookups) => ReactNode

const chips: Draw = (value, field, lookups) => {
  const ids = Array.isArray(value) ? value : [value]
  return (
    <span className="flex min-w-0 gap-1">
      {ids.map((id) => (
        <span key={String(id)} className={chipLook}>
          <span className="truncate">
            {valueText(field, field.dataType === 'multiPicklist' ? [id as number] : id, lookups)}
          </span>
        </span>
      ))}
    </span>
  )
}

const people: Draw = (value, _, lookups) => {
  const [first, ...others] = (Array.isArray(value) ? value : [value]) as number[]
  if (first === undefined) return null
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <UserChip user={{ name: lookups.userName(first) }} size={18} />
      {others.length > 0 && (
        <span
          className="tabular shrink-0 text-label text-3"
          data-tooltip={others.map((id) => lookups.userName(id)).join(', ')}
        >
          +{others.length}
        </span>
      )}
    </span>
  )
}

const number: Draw = (value, field, lookups) => (
  <span className="tabular truncate">{valueText(field, value, lookups)}</span>
)

const day: Draw = (value, field, lookups) => (
  <span className="tabular truncate" data-tooltip={instantText(String(value))}>
    {valueText(field, value, lookups)}
  </span>
)

const status =
  (list: readonly { id: number; name: string }[]): Draw =>
  (value) => {
    const order = list.findIndex(({ id }) => id === value)
    return <StageChip name={list[order]?.name ?? String(value)} order={Math.max(order, 0)} />
  }

const drawings: Partial<Record<DataType, Draw>> = {
  health: (value) => <HealthBadge score={value as number} />,
  pulse: (value) => <PulseBadge value={value as number} />,
  lifecycleStage: (value, _, lookups) => {
    const order = lookups.stages.findIndex((stage) => stage.lifecycleStageId === value)
    return <StageChip name={lookups.stageName(value as number)} order={Math.max(order, 0)} />
  },
  pipelineStatus: status(pipelineStatuses),
  parentEntity: status(pipelineTypes),
  owner: people,
  user: people,
  singlePicklist: chips,
  multiPicklist: chips,
  number,
  mandatoryNumber: number,
  percentage: number,
  currency: number,
  date: day,
  mandatoryDate: day,
}

type ValueViewProps = { field: LevelField; value: FieldValue | null; lookups: ValueLookups }

/** A value as every list, card and page shows it; one line high. */
export const ValueView = memo(function ValueView({ field, value, lookups }: ValueViewProps) {
  if (value === null) {
    return field.dataType === 'health' ? <HealthBadge score={null} /> : <span className="text-3">—</span>
  }
  const draw = drawings[field.dataType]
  return draw ? (
    draw(value, field, lookups)
  ) : (
    <span className="truncate">{valueText(field, value, lookups)}</span>
  )
})

const rightAligned: ReadonlySet<DataType> = new Set(['number', 'mandatoryNumber', 'percentage', 'currency'])

export function isRightAligned(field: LevelField): boolean {
  return rightAligned.has(field.dataType)
}
