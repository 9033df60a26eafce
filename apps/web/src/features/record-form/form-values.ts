import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../entities/field/index.ts'
import { checkValue, sameValue, type ValueLookups, valueOf } from '../../entities/value/index.ts'

/** What is in the form by field name; text that is not a value yet is there as it was typed. */
export type FormValues = Record<string, unknown>

/** What a new record is begun with: its parents, and values by field name. */
export type Presets = { organization?: number; account?: number; values?: Readonly<Record<string, number>> }

/** What a new record starts with: me as its owner, the usual stage, the parent it was begun under. */
export function newValues(
  level: Level,
  fields: readonly LevelField[],
  lookups: ValueLookups,
  userId: number,
  { values, ...parents }: Presets,
): FormValues {
  const stage = lookups.stages.find((each) => each.isDefault) ?? lookups.stages[0]
  const start: FormValues = {
    'system:owners': level.id === 3 ? undefined : [userId],
    'system:lifecycleStageId': stage?.lifecycleStageId,
    pipelineType: 1,
    'system:pipelineStatus': 1,
    ...parents,
  }
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      values?.[field.name] ?? (field.custom ? null : start[field.name]) ?? null,
    ]),
  )
}

export function valuesOf(record: RecordBody, fields: readonly LevelField[]): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(record, field)]))
}

/** A text that was emptied again is as good as nothing. */
function filled(value: unknown): FieldValue | null {
  return value === '' || value === undefined ? null : (value as FieldValue | null)
}

/** Fields whose value in the form differs from the one the form started with. */
export function changedFields(
  fields: readonly LevelField[],
  values: FormValues,
  start: FormValues,
): LevelField[] {
  return fields.filter(({ name }) => {
    return !sameValue(filled(values[name]), filled(start[name]))
  })
}

/** The sentences to show, by field name; empty when the form can be sent. */
export function problemsOf(
  level: Level,
  fields: readonly LevelField[],
  values: FormValues,
  lookups: ValueLookups,
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name]
    const isEmpty = value === null || value === undefined || String(value).trim() === ''
    if (field.required && isEmpty) problems[field.name] = `${field.displayName} is required.`
    else {
      const read = checkValue(field, value, lookups)
      if (!read.ok) problems[field.name] = read.message
    }
  }
  const asksForParent = level.id === 4 && fields.some(({ name }) => name === 'account')
  if (asksForParent && !values['organization'] && !values['account']) {
    problems['account'] = 'Choose an organization or account.'
  }
  return problems
}

/** The values as they are sent. Only for values without problems. */
export function readValues(
  fields: readonly LevelField[],
  values: FormValues,
  lookups: ValueLookups,
): Record<string, FieldValue | null> {
  return Object.fromEntries(
    fields.map((field) => {
      const read = checkValue({ ...field, required: false }, values[field.name], lookups)
      return [field.name, read.ok ? read.value : null]
    }),
  )
}
