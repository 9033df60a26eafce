import type { LevelField } from '../../field/index.ts'
import { chipLook } from '../../../ui/chip.tsx'
import { OptionSquare, optionColorClass } from '../option-square.tsx'
import type { Choices, ValueType } from './value-type.ts'

const optionOf = (field: LevelField, id: unknown) => field.options.find((option) => option.id === id)

const textOf = (field: LevelField, id: unknown): string => optionOf(field, id)?.value ?? String(id)

const chips = (field: LevelField, ids: readonly unknown[]) => (
  <span className="flex min-w-0 gap-1">
    {ids.map((id) => (
      <span key={String(id)} className={chipLook}>
        <OptionSquare color={optionOf(field, id)?.color} />
        <span className="truncate">{textOf(field, id)}</span>
      </span>
    ))}
  </span>
)

/** The options that may still be chosen. */
const choices = (field: LevelField): Choices => ({
  options: field.options
    .filter((option) => !option.retired)
    .map(({ id, value, color }) => ({
      value: id,
      label: value,
      ...(optionColorClass(color) && { icon: <OptionSquare color={color} /> }),
    })),
})

export const optionTypes = {
  singlePicklist: {
    text: (value, _, field) => textOf(field, value),
    view: (value, field) => chips(field, [value]),
    editor: 'choice',
    choices,
    importAsks: 'picklist',
  },
  multiPicklist: {
    text: (value, _, field) => (value as number[]).map((id) => textOf(field, id)).join(', '),
    view: (value, field) => chips(field, value as number[]),
    editor: 'choices',
    choices,
    filterText: (value, _, field) => textOf(field, value),
    importAsks: 'picklist',
  },
} satisfies Record<string, ValueType>
