import { idColumn, idsColumn } from './column.sql.ts'
import type { Check, Fit, SeenColumn, ServerType, UserMatch, Wording, People } from './data-type.port.ts'
import { joinTexts } from './list.rules.ts'
import { isFault } from './text.reading.ts'

/** A user who already is in the field may stay, whatever became of them. */
const check: Check = (field, value, { users }, before) => {
  const known = Array.isArray(before) ? before : [before]
  for (const id of Array.isArray(value) ? (value as number[]) : [value as number]) {
    if (known.includes(id)) continue
    if (!users.has(id)) return `${field.displayName}: there is no user ${id}.`
    const reason = users.get(id)
    if (reason) return `${field.displayName}: this user cannot be given records (${reason}).`
  }
  return undefined
}

const ways: readonly UserMatch[] = ['email', 'name', 'externalId', 'id']

/** How users are named in a column, if any of its values is one. */
function fits({ values }: SeenColumn, { people }: { people: People }): Fit {
  return ways.find((way) => values.some((text) => !isFault(people.several(text, '', way)))) ?? false
}

const word = (id: unknown, { users }: Wording): string | undefined => users.get(id as number)?.name

export const userTypes = {
  user: {
    column: idColumn,
    check,
    cell:
      (field, { match }, { people }) =>
      (text) =>
        people.one(text, field.displayName, match),
    fits,
    word,
    write: (id, names) => names.user(id as number),
    carriesIds: true,
  },
  owner: {
    column: idsColumn,
    check,
    cell:
      (field, { match }, { people }) =>
      (text) =>
        people.several(text, field.displayName, match),
    fits,
    word,
    write: (ids, names) => joinTexts((ids as number[]).map((id) => names.user(id))),
    carriesIds: true,
  },
} satisfies Record<string, ServerType>
