import type { AuditEntry } from '@steward/contracts/audit'
import { isSystem, type Actor, type Origin } from '../../platform/actor.ts'

/** An entry: what happened, and who did it. */
export interface AuditInput {
  /** Dotted, noun first: `user.invited`. */
  action: string
  /** A sentence for people, understandable on its own. */
  summary: string
  /** `done` unless told. */
  outcome?: 'done' | 'refused'
  actor: Actor | { kind: 'system' } | { kind: 'anonymous'; name: string; origin: Origin }
  subject?: { kind: string; id: number | string | null; name: string } | undefined
  /** Never a secret, a code, a token or a password. */
  details?: Record<string, unknown>
}

/** An entry as the table takes it. */
export type NewEntry = Omit<AuditEntry, 'auditId' | 'at' | 'device'> & { at: Date; userAgent: string | null }

const longestText = 500

/** Some of what is written down comes from people who are not signed in: it is cut to size, and made storable. */
function cleaned(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().slice(0, longestText).toWellFormed()
}

function cleanedOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : cleaned(text)
}

type Who = Pick<NewEntry, 'actorKind' | 'actorId' | 'actorName' | 'address' | 'userAgent'>

const system: Who = {
  actorKind: 'system',
  actorId: null,
  actorName: 'Steward',
  address: null,
  userAgent: null,
}

/** `name` is what the user is called, where one acts. */
function whoOf(actor: AuditInput['actor'], name: string): Who {
  if ('userId' in actor && isSystem(actor)) {
    const called = actor.via && 'name' in actor.via ? actor.via.name : 'Steward'
    return { ...system, actorName: cleaned(called) }
  }
  if ('userId' in actor) {
    return {
      actorKind: actor.via?.kind === 'apiToken' ? 'api-token' : 'user',
      actorId: actor.userId,
      actorName: cleaned(name),
      address: cleanedOrNull(actor.origin?.address),
      userAgent: cleanedOrNull(actor.origin?.userAgent),
    }
  }
  if (actor.kind === 'system') return system
  return {
    actorKind: 'anonymous',
    actorId: null,
    actorName: cleaned(actor.name),
    address: cleanedOrNull(actor.origin.address),
    userAgent: cleanedOrNull(actor.origin.userAgent),
  }
}

function detailsOf(input: AuditInput): Record<string, unknown> {
  const { actor, details } = input
  const via = 'userId' in actor ? actor.via : undefined
  const all = via?.kind === 'apiToken' ? { ...details, apiTokenId: via.id, apiToken: via.name } : details
  return JSON.parse(
    JSON.stringify(all ?? {}, (_, value: unknown) => (typeof value === 'string' ? cleaned(value) : value)),
  ) as Record<string, unknown>
}

/** The entry for what happened. */
export function entryOf(input: AuditInput, name: string, at: Date): NewEntry {
  const { subject } = input
  return {
    at,
    action: input.action,
    outcome: input.outcome ?? 'done',
    summary: cleaned(input.summary),
    ...whoOf(input.actor, name),
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id === null || subject?.id === undefined ? null : cleaned(String(subject.id)),
    subjectName: cleanedOrNull(subject?.name),
    details: detailsOf(input),
  }
}
