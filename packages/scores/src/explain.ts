import type { MovementLabel } from '@steward/contracts/health'
import type { KeptPart, ScoreEntry } from './ledger.ts'
import { isSameValue, type InputValue } from './value.ts'

export const overrideKey = 'override'

/** The contribution of one part to the difference of two scores, for one reason. */
export interface Movement {
  label: MovementLabel
  /** As of a part, or `override`. */
  key: string
  /** In hundredths; 0 only of what holds a first score down. */
  difference: number
  /** The value before the first step of it, and after the last; undefined where the part was not there. */
  before: InputValue | undefined
  after: InputValue | undefined
  /** When its last step was. */
  at: string
  /** The entry of that step. */
  entry: ScoreEntry
}

type Step = Movement

function partsByKey(entry: ScoreEntry | null): Map<string, KeptPart> {
  return new Map((entry?.parts ?? []).map((part) => [part.key, part]))
}

/** The difference between an override and the computed score. No score counts as 0. */
function overridden(entry: ScoreEntry | null): number {
  if (!entry || entry.override === null) return 0
  return (entry.score ?? 0) - (entry.computed ?? 0)
}

function isChanged(before: KeptPart | undefined, after: KeptPart | undefined): boolean {
  if (!before || !after) return before !== after
  return before.points !== after.points || !isSameValue(before.value, after.value)
}

/** The sum of an empty period is dated by the moment of its calculation. */
function isEmptied({ from, at }: KeptPart, seenAt: string): boolean {
  return from.includes('@') && at === seenAt
}

/** Something happened on the very day on which the night's recompute looked: that, and not the time, moved it. */
function isOfTheDay(before: KeptPart | undefined, after: KeptPart | undefined, at: string): boolean {
  if (!after?.at || after.at.slice(0, 10) !== at.slice(0, 10) || isEmptied(after, at)) return false
  return !before?.at || after.at > before.at
}

/** Why a part that changed has done so, within one version of the model. */
function labelOfChange(
  before: KeptPart | undefined,
  after: KeptPart | undefined,
  entry: ScoreEntry,
): MovementLabel {
  if (entry.cause === 'publish') return 'ruleChange'
  if (entry.cause !== 'time' || isOfTheDay(before, after, entry.at)) return 'behaviour'
  return 'stale'
}

/** Parts whose share alone is another one follow those that changed. */
function labelOfRest(labels: readonly MovementLabel[], entry: ScoreEntry): MovementLabel {
  if (entry.cause === 'publish') return 'ruleChange'
  return labels.includes('behaviour') || !labels.includes('stale') ? 'behaviour' : 'stale'
}

function stepsBetween(before: ScoreEntry | null, after: ScoreEntry): Step[] {
  const [was, is] = [partsByKey(before), partsByKey(after)]
  const keys = [...new Set([...is.keys(), ...was.keys()])]
  const isNewVersion = before !== null && before.versionId !== after.versionId
  const labels = new Map(
    keys
      .filter((key) => isChanged(was.get(key), is.get(key)))
      .map((key) => [key, labelOfChange(was.get(key), is.get(key), after)] as const),
  )
  const rest = labelOfRest([...labels.values()], after)
  const steps = keys.map((key) => ({
    label: isNewVersion ? ('ruleChange' as const) : (labels.get(key) ?? rest),
    key,
    difference: (is.get(key)?.contribution ?? 0) - (was.get(key)?.contribution ?? 0),
    before: was.get(key)?.value,
    after: is.get(key)?.value,
    at: after.at,
    entry: after,
  }))
  const override = {
    label: 'override' as const,
    key: overrideKey,
    difference: overridden(after) - overridden(before),
    before: before?.override?.score,
    after: after.override?.score,
    at: after.at,
    entry: after,
  }
  return [...steps, override].filter(({ difference }) => difference !== 0)
}

/**
 * Why the score is another one after `entries`, which follow on `before` in their order: differences by reason
 * and part, largest first, which add up exactly to that of the scores. No score counts as 0.
 */
export function explain(before: ScoreEntry | null, entries: readonly ScoreEntry[]): Movement[] {
  const merged = new Map<string, Movement>()
  entries.forEach((entry, at) => {
    for (const step of stepsBetween(entries[at - 1] ?? before, entry)) {
      const name = `${step.label} ${step.key}`
      const known = merged.get(name)
      merged.set(
        name,
        known ? { ...step, difference: known.difference + step.difference, before: known.before } : step,
      )
    }
  })
  return [...merged.values()]
    .filter(({ difference }) => difference !== 0)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
}

/**
 * The parts by which a first score is no higher: they weigh something in it, and add nothing. `weights` are those of
 * its entry.
 */
export function heldDown(
  entry: ScoreEntry,
  weights: ReadonlyMap<string, number>,
  movements: readonly Movement[],
): Movement[] {
  const told = new Set(movements.map(({ key }) => key))
  return entry.parts
    .filter(({ key, contribution }) => contribution === 0 && (weights.get(key) ?? 0) > 0 && !told.has(key))
    .map((part) => ({
      label: labelOfChange(undefined, part, entry),
      key: part.key,
      difference: 0,
      before: undefined,
      after: part.value,
      at: entry.at,
      entry,
    }))
}
