import { builtInFieldsOf, fieldAliases, type BuiltInField } from '@steward/contracts/built-in-field'
import {
  dataTypes,
  hasOptions,
  isAlwaysRequired,
  textLimits,
  type DataType,
  type FieldKind,
} from '@steward/contracts/data-type'
import type { Field } from '@steward/contracts/field'
import type { LevelId } from '@steward/contracts/level'
import type { PicklistOption } from '@steward/contracts/value'
import { serverTypes, type ServerType } from '../data-type/index.ts'
import { toCalculationParts } from './field-calculation.rules.ts'
import { isRequired } from './field.rules.ts'
import type { FieldRow } from './field.store.ts'
import type { Slots } from './slot.rules.ts'

/** A type that a field had, up to the change set that changed it. */
export interface EarlierType {
  until: number
  dataType: DataType
}

/** A field of a level, built-in or custom, as everything that reads or changes records sees it. */
export interface CatalogueField {
  /** Where its value is kept: a column's name in camelCase, or the custom field's id as text. */
  key: string
  /** The API name. */
  name: string
  displayName: string
  dataType: DataType
  kind: FieldKind
  /** What the server knows of its type. */
  type: ServerType
  /** The custom field's id; null for a built-in one. */
  fieldId: number | null
  required: boolean
  editable: boolean
  visible: boolean
  /** Whether lists show it until someone chooses other columns; only custom fields can. */
  isDefault?: boolean
  uploadable: boolean
  /** Whether Steward works its values out; no one else sets them. */
  calculated: boolean
  /** Where its values are beside `custom`; null where they are there alone. */
  slots: Slots | null
  /** Whether lists may read its values from its slots: amounts not while they are converted by other rates. */
  isSlotCurrent: boolean
  /** Whether an index has been made for it, and lists may remember what they counted by it. */
  indexed: boolean
  options: readonly PicklistOption[]
  /** The options that it had under another type; absent while they are its `options`. */
  formerOptions?: readonly PicklistOption[]
  /** The types that it had before, oldest first; absent where it still has its first one. */
  earlierTypes?: readonly EarlierType[]
  maxLength?: number
  /** The other system whose ids it has: they compare as they are. */
  idSource?: string
}

export interface Catalogue {
  level: LevelId
  fields: readonly CatalogueField[]
  /** By API name, short name or, for custom fields, id as text. */
  find(name: string): CatalogueField | undefined
  /** By where the value is kept. */
  byKey(key: string): CatalogueField | undefined
}

export interface CustomFieldRow {
  field_id: number
  level: number
  name: string
  display_name: string
  data_type: string
  required: boolean
  is_visible: boolean
  is_editable: boolean
  is_default?: boolean
  calculation?: unknown
  id_source?: string | null
  slot?: string | null
  currency_slot?: string | null
  earlier_types?: readonly EarlierType[] | null
}

export interface OptionRow {
  option_id: number
  field_id: number
  value: string
  color: string | null
  retired: boolean
}

export interface SystemSettingRow {
  field_id: number
  required: boolean
  is_editable: boolean
}

const keyByName: Readonly<Record<string, string>> = {
  'system:email': 'email',
  'system:externalId': 'externalId',
  'system:lifecycleStageId': 'stageId',
  'system:owners': 'owners',
  'system:health': 'health',
  'system:pulse': 'pulse',
  'system:pipelineStatus': 'statusId',
  'system:internalId': 'recordId',
  organization: 'organizationId',
  account: 'accountId',
  entityArchived: 'archived',
}

const maxLengthByName: Readonly<Record<string, number>> = {
  name: textLimits.name,
  'system:externalId': textLimits.externalId,
}

function fromBuiltIn(
  field: BuiltInField,
  setting: SystemSettingRow | undefined,
  options: readonly PicklistOption[],
): CatalogueField {
  const maxLength = maxLengthByName[field.name]
  return {
    key: keyByName[field.name] ?? field.name,
    name: field.name,
    displayName: field.label,
    dataType: field.dataType,
    kind: dataTypes[field.dataType].kind,
    type: serverTypes[field.dataType],
    fieldId: null,
    required: setting?.required ?? field.required,
    editable: setting?.is_editable ?? field.editable,
    visible: true,
    uploadable: field.uploadable,
    calculated: false,
    slots: null,
    isSlotCurrent: false,
    indexed: false,
    options,
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}

/** What is known of the slots and indexes of a tenant. */
export interface SlotState {
  /** The fields of which an index is ready. */
  indexed: ReadonlySet<number>
  /** Whether rates have changed since the amounts in slots were converted. */
  staleAmounts: boolean
}

const noSlotState: SlotState = { indexed: new Set(), staleAmounts: false }

function slotsOf({ slot, currency_slot: currency }: CustomFieldRow): Slots | null {
  return typeof slot === 'string' ? { value: slot, currency: currency ?? null } : null
}

/** The options of a field under its type, and what it was before. */
function pastOf(
  { data_type: dataType, earlier_types: earlierTypes }: CustomFieldRow,
  options: readonly PicklistOption[],
): Pick<CatalogueField, 'options' | 'formerOptions' | 'earlierTypes'> {
  const past = earlierTypes ? { earlierTypes } : {}
  if (hasOptions(dataType as DataType)) return { ...past, options }
  return { ...past, options: [], ...(options.length > 0 && { formerOptions: options }) }
}

/** A custom field as its definition says. */
export function fromCustom(
  row: CustomFieldRow,
  options: readonly PicklistOption[],
  { indexed, staleAmounts }: SlotState = noSlotState,
): CatalogueField {
  const dataType = row.data_type as DataType
  const calculated = row.calculation !== null && row.calculation !== undefined
  const slots = slotsOf(row)
  return {
    key: String(row.field_id),
    name: row.name,
    displayName: row.display_name,
    dataType,
    kind: dataTypes[dataType].kind,
    type: serverTypes[dataType],
    fieldId: row.field_id,
    required: row.required || isAlwaysRequired(dataType),
    editable: row.is_editable && !calculated,
    visible: row.is_visible,
    isDefault: row.is_default ?? false,
    uploadable: !calculated,
    calculated,
    slots,
    isSlotCurrent: slots !== null && !(staleAmounts && slots.currency !== null),
    indexed: indexed.has(row.field_id),
    ...pastOf(row, options),
    ...(row.id_source && { idSource: row.id_source }),
  }
}

export function toOption(row: OptionRow): PicklistOption {
  return { id: row.option_id, value: row.value, color: row.color, retired: row.retired }
}

/** The options of each field, by the field's id. */
export function groupOptions(rows: readonly OptionRow[]): Map<number, PicklistOption[]> {
  const groups = new Map<number, PicklistOption[]>()
  for (const row of rows) {
    const option = toOption(row)
    const group = groups.get(row.field_id)
    if (group) group.push(option)
    else groups.set(row.field_id, [option])
  }
  return groups
}

const nameByAlias = new Map(
  Object.entries(fieldAliases).map(([alias, name]) => [alias.toLowerCase(), name.toLowerCase()]),
)

/** The fields of one level: the built-in ones as the tenant set them, then the custom ones in order. */
export function buildCatalogue(
  level: LevelId,
  customRows: readonly CustomFieldRow[],
  optionRows: readonly OptionRow[],
  settings: readonly SystemSettingRow[],
  slotState: SlotState,
  builtInOptions: ReadonlyMap<string, readonly PicklistOption[]> = new Map(),
): Catalogue {
  const options = groupOptions(optionRows)
  const settingOf = new Map(settings.map((setting) => [setting.field_id, setting]))
  const fields = [
    ...builtInFieldsOf(level).map((field) =>
      fromBuiltIn(
        field,
        field.id === null ? undefined : settingOf.get(field.id),
        builtInOptions.get(field.name) ?? [],
      ),
    ),
    ...customRows
      .filter((row) => row.level === level)
      .map((row) => fromCustom(row, options.get(row.field_id) ?? [], slotState)),
  ]
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]))
  const byKey = new Map(fields.map((field) => [field.key, field]))
  return {
    level,
    fields,
    find(name) {
      const wanted = name.toLowerCase()
      const custom = /^\d+$/.test(wanted) ? byKey.get(wanted) : undefined
      return custom ?? byName.get(wanted) ?? byName.get(nameByAlias.get(wanted) ?? '')
    },
    byKey: (key) => byKey.get(key),
  }
}

/** A custom field as the API gives it. */
export function toField(row: FieldRow, options: readonly OptionRow[]): Field {
  return {
    customColumnId: row.field_id,
    name: row.name,
    displayName: row.display_name,
    dataType: row.data_type,
    columnLevel: row.level as LevelId,
    description: row.description,
    ...toCalculationParts(row.calculation),
    required: isRequired(row.data_type, row.required),
    isVisible: row.is_visible,
    isEditable: row.is_editable && row.calculation === null,
    isDefault: row.is_default,
    ...(row.id_source !== null && { idSource: row.id_source }),
    order: row.position,
    picklistDefinition: hasOptions(row.data_type as DataType) ? options.map(toOption) : [],
  }
}
