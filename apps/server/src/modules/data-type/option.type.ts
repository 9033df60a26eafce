import { idColumn, idsColumn } from './column.sql.ts'
import type { ServerType, TypedField, Wording } from './data-type.port.ts'
import { joinTexts, splitTexts } from './list.rules.ts'
import { isFault } from './text.reading.ts'

const textOf = (id: unknown, field: TypedField | undefined): string | undefined =>
  field?.options.find((option) => option.id === id)?.value

const word = (id: unknown, { optionText }: Wording, field: TypedField | undefined): string | undefined =>
  (field && optionText?.(id as number, field)) ?? textOf(id, field)

export const optionTypes = {
  singlePicklist: {
    column: idColumn,
    cell(field, _format, { options }) {
      const book = options.get(field.key)
      return (text) => book?.find(text) ?? null
    },
    word,
    write: (id, _names, field) => textOf(id, field) ?? '',
  },
  multiPicklist: {
    column: idsColumn,
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
