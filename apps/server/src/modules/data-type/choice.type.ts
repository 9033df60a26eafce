import { idColumn } from './column.sql.ts'
import type { ServerType } from './data-type.port.ts'
import { readChoiceText, readsMost } from './text.reading.ts'

/** A type whose values are numbers from 1, each with a name; `words` are other names. */
export function choiceType(
  choices: readonly { id: number; name: string }[],
  words: Readonly<Record<string, number>> = {},
): ServerType {
  const nameOf = (id: unknown) => choices.find((choice) => choice.id === id)?.name
  return {
    column: idColumn,
    check: (field, id) =>
      (id as number) <= choices.length
        ? undefined
        : `${field.displayName} is a number from 1 to ${choices.length}.`,
    cell: (field) => (text) => readChoiceText(text, field.displayName, choices, words),
    fits: ({ values }) => readsMost(values, (text) => readChoiceText(text, '', choices, words)),
    word: nameOf,
    write: (id) => nameOf(id) ?? (id as number),
  }
}
