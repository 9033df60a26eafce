import { idColumn, idsColumn } from './column.sql.ts'
import type { Check, ServerType, TypedField, Wording } from './data-type.port.ts'
import { joinTexts, splitTexts } from './list.rules.ts'
import { isFault } from './text.reading.ts'

const idsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** An option that is retired may stay where it stands, and goes nowhere else. */
const check: Check = (field, value, { takesRetired }, before) => {
  if (takesRetired) return undefined
  const retired = field.options.find(
    (option) => option.retired && idsOf(value).includes(option.id) && !idsOf(before).includes(option.id),
  )
  return retired && `"${retired.value}" is retired and can no longer be chosen for ${field.displayName}.`
}

const textOf = (id: unknown, field: TypedField | undefined): string | undefined =>
  field?.options.find((option) => option.id === id)?.value

const word = (id: unknown, { optionText }: Wording, field: TypedField | undefined): string | undefined =>
  (field && optionText?.(id as number, field)) ?? textOf(id, field)

const isThere = (id: unknown, { options }: TypedField): boolean => options.some((option) => option.id === id)

/** One option, where it has not been deleted. */
export const standingOption = (id: unknown, field: TypedField): unknown => (isThere(id, field) ? id : null)

function standingOptions(ids: unknown, field: TypedField): unknown {
  const left = idsOf(ids).filter((id) => isThere(id, field))
  return left.length === 0 ? null : left
}

export const optionTypes = {
  singlePicklist: {
    column: idColumn,
    check,
    standing: standingOption,
    cell(field, _format, { options }) {
      const book = options.get(field.key)
      return (text) => book?.find(text) ?? null
    },
    word,
    write: (id, _names, field) => textOf(id, field) ?? '',
  },
  multiPicklist: {
    column: idsColumn,
    check,
    standing: standingOptions,
    cell(field, _format, { options }) {
      const book = options.get(field.key)
      return (text) => {
        const ids = new Set<number>()
        for (const part of splitTexts(text)) {
          const id = book?.find(part) ?? 0
          if (isFault(id)) return id
          ids.add(id)
        }
        return ids.size === 0 ? null : [...ids]
      }
    },
    word,
    write: (ids, _names, field) => joinTexts((ids as number[]).flatMap((id) => textOf(id, field) ?? [])),
  },
} satisfies Record<string, ServerType>
