import type { ScorePart } from '@steward/contracts/health'

export interface PartPair {
  key: string
  name: string
  /** What was measured, in words. */
  text: string
  old: ScorePart | undefined
  next: ScorePart | undefined
}

/** The measures of two scores side by side: those of the draft in their order, then those that it has no more. */
export function pairParts(before: readonly ScorePart[], after: readonly ScorePart[]): PartPair[] {
  const old = new Map(before.map((part) => [part.key, part]))
  const now = new Set(after.map(({ key }) => key))
  const kept = after.map((next) => ({
    key: next.key,
    name: next.name,
    text: next.text,
    old: old.get(next.key),
    next,
  }))
  const gone = before.filter(({ key }) => !now.has(key))
  return [
    ...kept,
    ...gone.map((part) => ({ key: part.key, name: part.name, text: part.text, old: part, next: undefined })),
  ]
}
