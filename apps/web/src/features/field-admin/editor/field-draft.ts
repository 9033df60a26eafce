import {
  isAlwaysRequired,
  hasOptions,
  type CustomDataType,
  type DataType,
} from '@steward/contracts/data-type'
import type { Field } from '@steward/contracts/field'
import type { LevelId } from '@steward/contracts/level'
import { emptyRollup, type RollupDraft } from '../../../entities/calculation/index.ts'
import type { SaveField } from '../field-admin.calls.ts'

/** An option while the list is being changed; its key stays when its text changes. */
export type DraftOption = {
  key: string
  id?: number
  value: string
  color: string | null
  retired: boolean
}

/** Filled in by people, calculated by a formula, or rolled up from records below. */
export type FieldWay = 'plain' | 'horizontal' | 'vertical'

export type FieldDraft = {
  way: FieldWay
  formula: string
  rollup: RollupDraft
  displayName: string
  description: string
  dataType: CustomDataType
  required: boolean
  isVisible: boolean
  isEditable: boolean
  isDefault: boolean
  options: readonly DraftOption[]
}

let lastKey = 0

/** A new option at the end of a list. */
export function newOption(value = ''): DraftOption {
  lastKey += 1
  return { key: `new-${lastKey}`, value, color: null, retired: false }
}

function wayOf({ horizontal, vertical }: Field): FieldWay {
  if (horizontal) return 'horizontal'
  return vertical ? 'vertical' : 'plain'
}

export function draftOf(level: LevelId, field: Field | null): FieldDraft {
  if (!field) {
    return {
      way: 'plain',
      formula: '',
      rollup: emptyRollup(level),
      displayName: '',
      description: '',
      dataType: 'string',
      required: false,
      isVisible: true,
      isEditable: true,
      isDefault: false,
      options: [],
    }
  }
  const { displayName, description, required, isVisible, isEditable, isDefault, rollup } = field
  return {
    way: wayOf(field),
    formula: field.calculatedFields?.formula ?? '',
    rollup: rollup ? { ...rollup, childId: field.childId ?? null } : emptyRollup(level),
    displayName,
    description,
    dataType: field.dataType as CustomDataType,
    required,
    isVisible,
    isEditable,
    isDefault,
    options: field.picklistDefinition.map((option) => ({ ...option, key: String(option.id) })),
  }
}

/** Whether a value must be given, as wished or because the type demands it. */
export function isRequired({ dataType, required }: Pick<FieldDraft, 'dataType' | 'required'>): boolean {
  return required || isAlwaysRequired(dataType as DataType)
}

/** The options with a text; empty lines are no options. */
export function writtenOptions({ dataType, options }: FieldDraft): readonly DraftOption[] {
  return hasOptions(dataType as DataType) ? options.filter(({ value }) => value.trim() !== '') : []
}

/** What of the body says how the field is calculated. */
function calculationOf({ way, formula, rollup }: FieldDraft, isNew: boolean) {
  if (way === 'horizontal') return { ...(isNew && { horizontal: true }), calculatedFields: { formula } }
  const { childLevel, function: by, childId, filter } = rollup
  if (way !== 'vertical' || childLevel === null) return {}
  const definition = { childLevel, function: by, ...(filter && { filter }) }
  return { ...(isNew && { vertical: true }), childId, rollup: definition }
}

/** What is sent. Type and way go only with a new field, as they never change. */
export function bodyOf(draft: FieldDraft, field: Field | null): SaveField['body'] {
  const options = writtenOptions(draft).map(({ id, value, color, retired }) => ({
    ...(id !== undefined && { id }),
    value: value.trim(),
    color,
    retired,
  }))
  return {
    displayName: draft.displayName.trim(),
    description: draft.description.trim(),
    // No one fills in what is calculated.
    required: draft.way === 'plain' && isRequired(draft),
    isVisible: draft.isVisible,
    isEditable: draft.way === 'plain' && draft.isEditable,
    isDefault: draft.isDefault,
    ...(hasOptions(draft.dataType as DataType) && { picklistDefinition: options }),
    ...(!field && { dataType: draft.dataType }),
    ...calculationOf(draft, !field),
  }
}

export type DraftProblems = {
  displayName?: string
  formula?: string
  /** Of a roll-up. */
  filter?: string
  /** By the key of the option. */
  options: Readonly<Record<string, string>>
}

/** What blocks saving, as far as it can be known here. */
export function problemsOf(draft: FieldDraft): DraftProblems {
  const options: Record<string, string> = {}
  const seen = new Map<string, string>()
  for (const { key, value } of writtenOptions(draft)) {
    const text = value.trim().toLowerCase()
    if (seen.has(text)) options[key] = 'This option already exists.'
    seen.set(text, key)
  }
  const displayName = draft.displayName.trim() === '' ? 'Enter a name.' : undefined
  const lacksFormula = draft.way === 'horizontal' && draft.formula.trim() === ''
  const formula = lacksFormula ? 'Enter a formula.' : undefined
  const filter = draft.way === 'vertical' ? draft.rollup.unfinished : undefined
  return { displayName, formula, filter, options }
}

/** Whether any of the problems blocks saving. */
export function isBlocked({ options, ...others }: DraftProblems): boolean {
  return Object.values(others).some(Boolean) || Object.keys(options).length > 0
}

/** The server's words about options, which it names by their place, by the key of the option. */
export function optionProblems(
  draft: FieldDraft,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const written = writtenOptions(draft)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, text]) => {
      const place = /^picklistDefinition\.(\d+)/.exec(path)?.[1]
      const option = place === undefined ? undefined : written[Number(place)]
      return option ? [[option.key, text]] : []
    }),
  )
}
