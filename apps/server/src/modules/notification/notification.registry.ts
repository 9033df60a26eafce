import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ownKinds, type NotificationKind, type Payload } from './notification.kind.ts'

/** A subject as it is shown. */
export interface Subject {
  name: string | null
  level: LevelId | null
  /** The record whose page shows it. */
  recordId: number | null
}

/** A notification whose subject is to be shown. */
export interface Asked {
  kind: string
  subjectId: number
  payload: Payload
}

/** Reads what the actor may see of subjects, in the order of `asked`; undefined for what they may not see, or is gone. */
export type ReadSubjects = (
  db: Db | Tx,
  actor: Actor,
  asked: readonly Asked[],
) => Promise<(Subject | undefined)[]>

/** Names are read from lines with commas between their values. */
function checkName(name: string): void {
  if (/^[\w.-]+$/.test(name)) return
  throw new Error(`"${name}" isn't a valid name: use letters, digits, dots and hyphens`)
}

/** Kinds of notifications and of their subjects, by name. Modules above register theirs. */
export function createRegistry() {
  const kinds = new Map(ownKinds.map((kind) => [kind.name, kind]))
  const subjects = new Map<string, ReadSubjects>()
  return {
    registerKind(kind: NotificationKind): void {
      if (kinds.has(kind.name)) throw new Error(`There already is a kind of notification named ${kind.name}`)
      checkName(kind.name)
      kinds.set(kind.name, kind)
    },
    registerSubject(name: string, read: ReadSubjects): void {
      checkName(name)
      subjects.set(name, read)
    },
    kindOf: (name: string): NotificationKind | undefined => kinds.get(name),
    allKinds: (): NotificationKind[] => [...kinds.values()],
    readSubjects: (name: string): ReadSubjects | undefined => subjects.get(name),
  }
}

export type Registry = ReturnType<typeof createRegistry>
