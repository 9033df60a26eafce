import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../../../entities/field/index.ts'

const churnReasonText = 'Choose Edit churn details… in the menu of a churned record.'

const reasons: Readonly<Record<string, string>> = {
  'system:health': 'Health is calculated.',
  'system:internalId': "The internal ID can't be changed.",
  'system:externalId': 'Set when the record is created or by an import. Administrators can make it editable.',
  pipelineType: 'The entity type is fixed after creation.',
  churned: 'Mark a record as churned in its menu.',
  churnDate: churnReasonText,
  churnReason: churnReasonText,
  churnAmount: churnReasonText,
  entityArchived: 'Archive a record in its menu.',
  createdAt: 'This was set when the record was created.',
  updatedAt: 'Updated with every change.',
}

function parentReason(level: Level, record: RecordBody, field: LevelField): string | undefined {
  if (field.dataType !== 'organization' && field.dataType !== 'account') return undefined
  if (level.id === 4) return "Can't be changed after creation. Choose Move… in the menu of the record."
  const inherits = level.id === 3 && field.dataType === 'organization' && record.globalFields.account
  return inherits ? 'The organization is set by the account.' : undefined
}

/** Why a value cannot be edited in its place; undefined where it can. */
export function readOnlyReason(level: Level, record: RecordBody, field: LevelField): string | undefined {
  const parent = field.custom ? undefined : parentReason(level, record, field)
  if (parent) return parent
  if (field.editable) return undefined
  return reasons[field.name] ?? 'An administrator made this field read-only.'
}
