import type { KpiHistory } from '@steward/contracts/success-plan/item'

const share = (value: number, low: number, high: number): number =>
  high === low ? 50 : ((value - low) / (high - low)) * 100

/** Where values and target are in a chart of 100 by 100, its origin at the top left. Empty values are left out. */
export function chartOf(
  values: KpiHistory,
  target: number,
): { points: { x: number; y: number }[]; target: number } {
  const known = values.flatMap(({ at, value }) => (value === null ? [] : [{ at: Date.parse(at), value }]))
  const [low, high] = [
    Math.min(target, ...known.map(({ value }) => value)),
    Math.max(target, ...known.map(({ value }) => value)),
  ]
  const [from, to] = [known[0]?.at ?? 0, known.at(-1)?.at ?? 0]
  return {
    points: known.map(({ at, value }) => ({ x: share(at, from, to), y: 100 - share(value, low, high) })),
    target: 100 - share(target, low, high),
  }
}
