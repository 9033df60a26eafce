import { queryOptions } from '@tanstack/react-query'
import { builtInFieldsOf, type BuiltInField } from '@steward/contracts/built-in-field'
import { churnReasonOptions } from '@steward/contracts/churn-reason'
import { dataTypes, isAlwaysRequired, textLimits, type DataType } from '@steward/contracts/data-type'
import type { FieldKind } from '@steward/contracts/data-type'
import type { Field, SystemField } from '@steward/contracts/field'
import type { FieldPin, FieldSection } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import type { PicklistOption, ValueField } from '@steward/contracts/value'
import { api, send } from '../../api/client.ts'

/** A field of a level, built-in or custom, as lists, forms and filters see it. */
export interface LevelField extends ValueField {
  /** The API name. */
  name: string
  kind: FieldKind
  custom: boolean
  required: boolean
  editable: boolean
  visible: boolean
  /** What belongs into a custom field, in its administrator's words. */
  description?: string
  /** Whether lists show it until someone chooses other columns. */
  isDefault?: boolean
  /** The other system whose ids a custom field has. */
  idSource?: string
  options: readonly PicklistOption[]
}

const maxLengths: Readonly<Record<string, number>> = {
  name: textLimits.name,
  'system:externalId': textLimits.externalId,
}

/** Required by their setting, but never asked of a person: the system fills them. */
const filledBySystem = new Set(['system:health', 'system:pulse', 'system:internalId'])

function fromBuiltIn(
  field: BuiltInField,
  setting: SystemField | undefined,
  options: readonly PicklistOption[],
): LevelField {
  return {
    name: field.name,
    displayName: field.label,
    dataType: field.dataType,
    kind: dataTypes[field.dataType].kind,
    custom: false,
    required: !filledBySystem.has(field.name) && (setting?.required ?? field.required),
    editable: setting?.isEditable ?? field.editable,
    visible: true,
    options,
    maxLength: maxLengths[field.name],
  }
}

function fromCustom(field: Field): LevelField {
  const dataType = field.dataType as DataType
  return {
    name: field.name,
    displayName: field.displayName,
    dataType,
    kind: dataTypes[dataType].kind,
    custom: true,
    required: field.required || isAlwaysRequired(dataType),
    editable: field.isEditable,
    visible: field.isVisible,
    description: field.description,
    isDefault: field.isDefault,
    ...(field.idSource !== undefined && { idSource: field.idSource }),
    options: field.picklistDefinition,
  }
}

/** The fields of a level: the built-in ones as the tenant set them, then the visible custom ones in order. */
export function mergeFields(
  level: Level,
  custom: readonly Field[],
  settings: readonly SystemField[],
  churnReasons: readonly PicklistOption[] = [],
): LevelField[] {
  const settingOf = new Map(settings.map((setting) => [setting.name, setting]))
  return [
    ...builtInFieldsOf(level.id).map((field) =>
      fromBuiltIn(field, settingOf.get(field.name), field.dataType === 'churnReason' ? churnReasons : []),
    ),
    ...custom
      .filter((field) => field.isVisible)
      .toSorted((one, other) => one.order - other.order)
      .map(fromCustom),
  ]
}

async function loadFields(level: Level, signal: AbortSignal): Promise<LevelField[]> {
  const query = { level: level.name }
  const [custom, settings, reasons] = await Promise.all([
    send(api.GET('/core/fields', { params: { query: { ...query, format: 'list' } }, signal })),
    send(api.GET('/core/fields/system', { params: { query }, signal })),
    // Contacts and pipelines do not churn.
    level.id < 3
      ? send(api.GET('/core/churn-reasons', { params: { query: { withRecords: false } }, signal }))
      : { data: [] },
  ])
  return mergeFields(
    level,
    custom.data as Field[],
    settings.data as SystemField[],
    churnReasonOptions(reasons.data),
  )
}

export function levelFieldsQuery(level: Level) {
  return queryOptions({
    queryKey: ['fields', level.name],
    queryFn: ({ signal }) => loadFields(level, signal),
    staleTime: 5 * 60_000,
  })
}

/** The sections in which records of a level show their fields, in their order. */
export function fieldSectionsQuery({ name: level }: Level) {
  return queryOptions({
    queryKey: ['field-sections', level],
    queryFn: async ({ signal }): Promise<FieldSection[]> =>
      (await send(api.GET('/core/field-sections', { params: { query: { level } }, signal }))).data,
    staleTime: 5 * 60_000,
  })
}

/** The fields at the head of records of a level, in their order. */
export function fieldPinsQuery({ name: level }: Level) {
  return queryOptions({
    queryKey: ['field-pins', level],
    queryFn: async ({ signal }) => {
      const query = { level, format: 'list' } as const
      return (await send(api.GET('/core/field-pins', { params: { query }, signal }))).data as FieldPin[]
    },
    staleTime: 5 * 60_000,
  })
}
