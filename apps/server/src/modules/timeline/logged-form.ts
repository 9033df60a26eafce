import type { LinkedEntities } from '@steward/contracts/logged-item'
import { levels, type LevelId } from '@steward/contracts/level'
import { plainTextOf, plainToStored, toStored, type Stored } from '@steward/rich-text'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { Records } from '../record/index.ts'
import { searchable, type Placed } from './timeline.rules.ts'

/** A text as an item keeps it: null where nothing was written. */
export interface LoggedText {
  body: string | null
  words: string
}

const textOf = (stored: string): LoggedText => ({
  body: stored || null,
  words: searchable(plainTextOf(stored)),
})

/** A rich text that someone sent. Error: invalid_input `text.unsound` at the field. */
export const readRich = (text: string, field: string): LoggedText => readStored(toStored(text), field)

/** A plain text that someone sent: it means what is there, whatever it looks like. Error: as that of `readRich`. */
export const readPlain = (text: string, field: string): LoggedText => readStored(plainToStored(text), field)

function readStored(stored: Stored, field: string): LoggedText {
  if (!stored.ok) throw invalid('text.unsound', { [field]: `The text ${stored.problem}` })
  return textOf(stored.text)
}

/** Clocks of browsers go wrong by a little. */
const aheadMinutes = 10
const earliestYear = 1900

/** When something happened; absent: now. Error: invalid_input `item.time` at `occurredAt`. */
export function readOccurredAt(text: string | undefined, now: Date): Date {
  if (text === undefined) return now
  const at = new Date(text)
  const fault =
    at.getTime() > now.getTime() + aheadMinutes * 60_000
      ? 'This is in the future. Enter a past date.'
      : at.getUTCFullYear() < earliestYear
        ? `This is before ${earliestYear}.`
        : undefined
  if (fault) throw invalid('item.time', { occurredAt: fault })
  return at
}

/**
 * The ids of the records that a form links, which the actor sees and which are of the level that they were
 * named under. What is linked already, `before`, may stay anyone who sees it. Error: invalid_input `item.links` at
 * `linkedEntities.<level>`.
 */
export async function readLinked(
  records: Records,
  actor: Actor,
  linked: LinkedEntities,
  before: readonly Placed[] = [],
): Promise<number[]> {
  const named = levels.flatMap(({ id: level, plural, name }) =>
    (linked[plural] ?? []).map((id) => ({ id, level, path: `linkedEntities.${plural}`, name })),
  )
  if (named.length === 0) return []
  const levelById = new Map(before.map(({ id, level }) => [id, level]))
  const fresh = named.filter(({ id, level }) => levelById.get(id) !== level)
  const current = await records.current(
    actor,
    fresh.map(({ id }) => id),
  )
  const unknown = fresh.filter(({ id, level }) => current.get(id)?.level !== level)
  if (unknown.length > 0) {
    const sentences = unknown.map(({ id, path, name }) => [
      path,
      `There is no ${name} ${id}, or you can't see it.`,
    ])
    throw invalid('item.links', Object.fromEntries(sentences) as Record<string, string>)
  }
  return [...new Set(named.map(({ id }) => id))]
}

/** Refuses a form that names another record than the one the item was logged with. */
export function refuseOtherRecord(
  record: Placed,
  form: { level?: LevelId | undefined; parentIdentifier?: number | undefined },
): void {
  const { level = record.level, parentIdentifier = record.id } = form
  if (level === record.level && parentIdentifier === record.id) return
  const message = "The record of an entry can't be changed. Delete it and log it again on the other record."
  throw invalid('item.record', { parentIdentifier: message })
}
