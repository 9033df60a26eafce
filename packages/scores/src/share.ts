import type { HealthMeasure, HealthModel } from '@steward/contracts/health'
import { hundredths } from './value.ts'

/** The contribution of each measure per point, as numerators over one denominator. */
export interface Shares {
  numerators: readonly bigint[]
  /** 0 where nothing weighs anything. */
  denominator: bigint
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}

/** Measures without a group form one of this weight. */
const ungroupedWeight = 100

function groupWeights(model: HealthModel): Map<number | null, bigint> {
  const weights = model.groups.map(({ groupId, weight }) => [groupId, BigInt(hundredths(weight))] as const)
  return new Map<number | null, bigint>([[null, BigInt(ungroupedWeight)], ...weights])
}

/**
 * The shares of the measures that take part, exactly: a group is the weighted mean of its measures, the whole
 * the weighted mean of the groups. A group in which nothing takes part, or weighs anything, is left out.
 */
export function sharesOf(
  model: HealthModel,
  measures: readonly HealthMeasure[],
  takesPart: readonly boolean[],
): Shares {
  const ofGroup = groupWeights(model)
  // A group that is not there any more counts like none.
  const groupOf = (measure: HealthMeasure) => (ofGroup.has(measure.groupId) ? measure.groupId : null)
  const weight = (at: number) =>
    takesPart[at] ? BigInt(hundredths((measures[at] as HealthMeasure).weight)) : 0n
  const sums = new Map<number | null, bigint>()
  measures.forEach((measure, at) => {
    const group = groupOf(measure)
    sums.set(group, (sums.get(group) ?? 0n) + weight(at))
  })
  const present = [...sums].filter(([group, sum]) => sum > 0n && (ofGroup.get(group) as bigint) > 0n)
  const common = present.reduce((lcm, [, sum]) => (lcm / gcd(lcm, sum)) * sum, 1n)
  const whole = present.reduce((sum, [group]) => sum + (ofGroup.get(group) as bigint), 0n)
  const counted = new Set(present.map(([group]) => group))
  const numerators = measures.map((measure, at) => {
    const group = groupOf(measure)
    if (!counted.has(group)) return 0n
    return (ofGroup.get(group) as bigint) * weight(at) * (common / (sums.get(group) as bigint))
  })
  return { numerators, denominator: whole * common }
}

/**
 * The weighted mean of points, rounded half up, and what each adds to it: parts are rounded down, and what is
 * left goes to the largest remainders, so that they add up exactly. All in hundredths.
 */
export function weigh(
  points: readonly (number | null)[],
  { numerators, denominator }: Shares,
): { score: number | null; contributions: number[] } {
  if (denominator === 0n) return { score: null, contributions: points.map(() => 0) }
  const exact = numerators.map((share, at) => share * BigInt(points[at] ?? 0))
  const sum = exact.reduce((a, b) => a + b, 0n)
  const score = Number((2n * sum + denominator) / (2n * denominator))
  const contributions = exact.map((part) => Number(part / denominator))
  const left = score - contributions.reduce((a, b) => a + b, 0)
  const byRemainder = exact
    .map((part, at) => ({ at, remainder: part % denominator }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
  for (const { at } of byRemainder.slice(0, left)) contributions[at] = (contributions[at] as number) + 1
  return { score, contributions }
}
