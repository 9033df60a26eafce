import { fold } from '@steward/conditions'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { UserDirectory, UserEntry } from '../user-management/index.ts'
import type { Fault, People, UserMatch } from './data-type.port.ts'
import { splitTexts } from './list.rules.ts'
import { quote } from './text.reading.ts'

function indexBy(
  users: readonly UserEntry[],
  textOf: (user: UserEntry) => string | null,
): Map<string, UserEntry[]> {
  const index = new Map<string, UserEntry[]>()
  for (const user of users) {
    const text = textOf(user)
    if (text === null || text === '') continue
    const key = fold(text)
    index.set(key, [...(index.get(key) ?? []), user])
  }
  return index
}

const byOrder: readonly UserMatch[] = ['email', 'name', 'externalId']

/** `me` takes the place of unknown users where the import says so. */
export function findPeople(
  directory: UserDirectory,
  unknown: ImportConfig['unknownOwners'],
  me: number,
): People {
  const indexes: Record<UserMatch, Map<string, UserEntry[]>> = {
    email: indexBy(directory.all, (user) => user.email),
    name: indexBy(directory.all, (user) => user.name),
    externalId: indexBy(directory.all, (user) => user.externalId),
    id: indexBy(directory.all, (user) => String(user.userId)),
  }

  function find(text: string, match: UserMatch | undefined): readonly UserEntry[] {
    const wanted = fold(text.trim())
    for (const way of match ? [match] : byOrder) {
      const found = indexes[way].get(wanted)
      if (found) return found
    }
    return []
  }

  function one(text: string, label: string, match: UserMatch | undefined): number | null | Fault {
    const [found, ...more] = find(text, match)
    if (more.length > 0)
      return { fault: `${label}: several users are called ${quote(text)}. Use e-mail addresses.` }
    if (found) return found.userId
    if (unknown === 'refuse') return { fault: `${label}: there is no user ${quote(text)}.` }
    return unknown === 'me' ? me : null
  }

  function several(text: string, label: string, match: UserMatch | undefined): number[] | null | Fault {
    const whole = find(text, match)
    const parts = whole.length > 0 ? [text] : splitTexts(text, ';,')
    const ids = new Set<number>()
    for (const part of parts) {
      const found = one(part, label, match)
      if (typeof found === 'number') ids.add(found)
      else if (found !== null) return found
    }
    return ids.size === 0 ? null : [...ids]
  }

  return { one, several }
}
