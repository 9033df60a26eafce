import { memo } from 'react'
import type { HealthStatus } from '@steward/contracts/plain/built-in-value'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import { HealthBadge, HealthChange } from '../health/index.ts'
import type { ValueLookups } from './lookups.ts'
import { valueTypeOf } from './type/value-types.ts'

type ValueViewProps = {
  field: LevelField
  value: FieldValue | null
  lookups: ValueLookups
  /** The color of a score by the bounds of its record, which the score alone does not tell. */
  status?: HealthStatus | null
}

/** A value as every list, card and page shows it; one line high. */
export const ValueView = memo(function ValueView({ field, value, lookups, status }: ValueViewProps) {
  if (field.name === 'system:health') return <HealthBadge score={value as number | null} status={status} />
  if (field.name === starterFieldNames.healthChange && typeof value === 'number') {
    return <HealthChange change={value} />
  }
  const { view, emptyView, text } = valueTypeOf(field)
  if (value === null) return emptyView ? emptyView() : <span className="text-3">—</span>
  if (view) return view(value, field, lookups)
  return <span className="truncate">{text(value, lookups, field)}</span>
})

export function isRightAligned(field: LevelField): boolean {
  return valueTypeOf(field).alignEnd === true
}
