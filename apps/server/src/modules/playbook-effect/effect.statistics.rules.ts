/** Sums of a group's outcomes. */
export interface Sample {
  count: number
  mean: number
  /** Of the sample: divided by one less than the count. */
  variance: number
}

export function sampleOf(values: readonly number[]): Sample {
  const count = values.length
  const mean = count === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { count, mean, variance: count > 1 ? squares / (count - 1) : 0 }
}

/** The value of a polynomial, by Horner. */
const polynomial = (factors: readonly number[], x: number): number =>
  factors.reduce((sum, factor) => sum * x + factor, 0)

/** The value that a standard normal variable stays below, with a probability; Acklam's approximation, to 1e-9. */
export function normalQuantile(probability: number): number {
  const a = [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ]
  const b = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
  const c = [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ]
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]
  if (probability < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(probability))
    return polynomial(c, q) / polynomial([...d, 1], q)
  }
  if (probability > 1 - 0.02425) return -normalQuantile(1 - probability)
  const q = probability - 0.5
  const r = q * q
  return (polynomial(a, r) * q) / polynomial([...b, 1], r)
}

/** The same for Student's t, by the expansion of Cornish and Fisher: to 0.001 from 5 degrees of freedom on. */
export function studentQuantile(probability: number, degrees: number): number {
  const z = normalQuantile(probability)
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ]
  return terms.reduce((sum, term, at) => sum + term / degrees ** (at + 1), z)
}

export interface Interval {
  difference: number
  low: number
  high: number
}

/** How much the means of two groups differ, with the 95 % interval after Welch. Both have at least two outcomes. */
export function compareMeans(treated: Sample, heldOut: Sample): Interval {
  const [one, other] = [treated.variance / treated.count, heldOut.variance / heldOut.count]
  const error = Math.sqrt(one + other)
  const difference = treated.mean - heldOut.mean
  if (error === 0) return { difference, low: difference, high: difference }
  const degrees = (one + other) ** 2 / (one ** 2 / (treated.count - 1) + other ** 2 / (heldOut.count - 1))
  const margin = studentQuantile(0.975, degrees) * error
  return { difference, low: difference - margin, high: difference + margin }
}

/** The 95 % interval of a share, after Wilson. */
function wilson(share: number, count: number): [low: number, high: number] {
  const z = normalQuantile(0.975)
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count)
  const reach =
    (z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))) / (1 + z ** 2 / count)
  return [middle - reach, middle + reach]
}

/** How much two shares differ, with the 95 % interval after Newcombe, which holds for small and extreme shares too. */
export function compareShares(treated: Sample, heldOut: Sample): Interval {
  const difference = treated.mean - heldOut.mean
  const [lowOne, highOne] = wilson(treated.mean, treated.count)
  const [lowOther, highOther] = wilson(heldOut.mean, heldOut.count)
  return {
    difference,
    low: difference - Math.hypot(treated.mean - lowOne, highOther - heldOut.mean),
    high: difference + Math.hypot(highOne - treated.mean, heldOut.mean - lowOther),
  }
}

/** The smallest effect that must be found, in standard deviations, and how surely. */
const wantedPower = { effect: 0.5, power: 0.8 } as const

/**
 * Whether groups of this size find an effect of half a standard deviation in four of five cases, with a two-sided
 * test at 5 %.
 */
export function hasPower(treated: number, heldOut: number): boolean {
  if (treated < 2 || heldOut < 2) return false
  const needed = normalQuantile(0.975) + normalQuantile(wantedPower.power)
  return wantedPower.effect / Math.sqrt(1 / treated + 1 / heldOut) >= needed
}
