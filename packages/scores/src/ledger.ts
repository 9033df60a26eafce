import type { Evaluation, FindInput, Part, Scorer } from './evaluate.ts'
import { isSameValue, type Input } from './value.ts'

/** Why an entry was written. `time`: nothing happened, but a day went by. */
export const scoreCauses = ['event', 'time', 'publish', 'override'] as const
export type ScoreCause = (typeof scoreCauses)[number]

export interface EntryOverride {
  /** In hundredths. */
  score: number
  reason: string
  endsOn: string
  by: number | null
  at: string
}

export type KeptPart = Omit<Part, 'share'>

/** A score as it is kept for ever. Scores, points and contributions are in hundredths. */
export interface ScoreEntry {
  at: string
  cause: ScoreCause
  versionId: number
  stageId: number | null
  /** The score in effect: the override's, or the computed one. */
  score: number | null
  computed: number | null
  override: EntryOverride | null
  parts: readonly KeptPart[]
  digest: string
}

/** A record as it is now. */
export interface Situation {
  at: string
  cause: ScoreCause
  versionId: number
  scorer: Scorer
  stageId: number | null
  override: EntryOverride | null
  /** Whether the record shows a score already: an entry has to explain it, or to take it away. */
  isShown?: boolean
  find: FindInput
}

function isSameOverride(a: EntryOverride | null, b: EntryOverride | null): boolean {
  return a?.at === b?.at && a?.score === b?.score && a?.endsOn === b?.endsOn
}

/** The inputs that went into an entry, by what they measure. */
function inputsOf(parts: readonly KeptPart[]): Map<string, Input> {
  return new Map(parts.map(({ from, value, at }) => [from, { value, at }]))
}

/** Where no one else says since when a value is so: since it was first seen. */
function sinceSeen(before: ReadonlyMap<string, Input>, find: FindInput, at: string): FindInput {
  return (from) => {
    const input = find(from)
    if (input.at !== null) return input
    const known = before.get(from)
    const isKnown = known !== undefined && isSameValue(known.value, input.value)
    return { value: input.value, at: isKnown ? known.at : at }
  }
}

function keep({ parts }: Evaluation): KeptPart[] {
  return parts.map(({ key, from, value, at, points, contribution }) => ({
    key,
    from,
    value,
    at,
    points,
    contribution,
  }))
}

function entryOf(
  { at, cause, versionId, override }: Pick<Situation, 'at' | 'cause' | 'versionId' | 'override'>,
  stageId: number | null,
  evaluation: Evaluation,
): ScoreEntry {
  const { score: computed, digest } = evaluation
  const score = override === null ? computed : override.score
  return { at, cause, versionId, stageId, score, computed, override, parts: keep(evaluation), digest }
}

/** Whether a record without an entry is without one still: as long as nothing gives it a score. */
export function isUnscored({
  scorer,
  stageId,
  override,
  isShown,
  find,
}: Pick<Situation, 'scorer' | 'stageId' | 'override' | 'isShown' | 'find'>): boolean {
  return override === null && isShown !== true && scorer.evaluate(stageId, find).score === null
}

/**
 * The entries that a record gets now: none where points, stage, version and override are as they were, and none
 * as long as it has never had a score. A new version is written with the inputs that were kept first, so that
 * what it changed stands apart from what has happened since.
 */
export function nextEntries(before: ScoreEntry | null, now: Situation): ScoreEntry[] {
  const { at, scorer, stageId, override, versionId } = now
  if (before === null && isUnscored(now)) return []
  const kept = inputsOf(before?.parts ?? [])
  const present = sinceSeen(kept, now.find, at)
  const entries: ScoreEntry[] = []
  let last = before
  if (before !== null && before.versionId !== versionId) {
    const old = scorer.evaluate(before.stageId, (from) => kept.get(from) ?? present(from))
    last = entryOf({ at, cause: 'publish', versionId, override: before.override }, before.stageId, old)
    entries.push(last)
  }
  const evaluation = scorer.evaluate(stageId, present)
  const isSame =
    last !== null &&
    last.digest === evaluation.digest &&
    last.stageId === stageId &&
    isSameOverride(last.override, override)
  if (!isSame) entries.push(entryOf(now, stageId, evaluation))
  return entries
}

/** The same entry with another override, or none: inputs stay as they were. */
export function withOverride(before: ScoreEntry, override: EntryOverride | null, at: string): ScoreEntry {
  const score = override === null ? before.computed : override.score
  return { ...before, at, cause: 'override', override, score }
}

function againOf(scorer: Scorer, entry: ScoreEntry): Evaluation {
  const inputs = inputsOf(entry.parts)
  return scorer.evaluate(entry.stageId, (from) => inputs.get(from) ?? { value: null, at: null })
}

/** The weights of the parts in the calculated score of an entry, 0 to 1, by key. */
export function weightsOf(scorer: Scorer, entry: ScoreEntry): ReadonlyMap<string, number> {
  return new Map(againOf(scorer, entry).parts.map(({ key, share }) => [key, share]))
}

/** Whether an entry, recalculated from the inputs it keeps, gives what it says. */
export function recomputes(scorer: Scorer, entry: ScoreEntry): boolean {
  const again = againOf(scorer, entry)
  const alike = again.parts.every((part, at) => part.contribution === entry.parts[at]?.contribution)
  const score = entry.override === null ? again.score : entry.override.score
  return alike && again.score === entry.computed && score === entry.score
}
