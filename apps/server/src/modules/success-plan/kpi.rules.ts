import type { KpiCriteria } from '@steward/contracts/plain/success-plan'

interface Measured {
  criteria: KpiCriteria
  start: number
  target: number
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/** A number as digits, with how many of them are behind the point: the decimal that people see. */
function decimalOf(value: number): { digits: bigint; scale: number } {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = pattern.exec(String(value)) ?? []
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** Numbers in one unit so small that all of them are whole. */
function wholes(values: readonly number[]): bigint[] {
  const decimals = values.map(decimalOf)
  const scale = Math.max(...decimals.map((one) => one.scale))
  return decimals.map((one) => one.digits * 10n ** BigInt(scale - one.scale))
}

/** Whether a KPI has reached its target; the target itself counts. */
export function isMet({ criteria, target }: Pick<Measured, 'criteria' | 'target'>, current: number): boolean {
  return criteria === 'is greater than' ? current >= target : current <= target
}

/** Whole numbers of which ten thousand differences are still exact. */
const isSmall = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1e9

/** How far `now` is on the way, in hundredths of a percent, cut off. */
function hundredthsOf(start: number, target: number, now: number): number {
  if (isSmall(start) && isSmall(target) && isSmall(now)) {
    const [done, way] = [(now - start) * 10_000, target - start]
    return (done - (done % way)) / way
  }
  const [from, to, at] = wholes([start, target, now]) as [bigint, bigint, bigint]
  return Number(((at - from) * 10_000n) / (to - from))
}

/**
 * How far a KPI has come from its start to its target, in percent: exact, cut off after two decimals, so that 100
 * means that the target is met, and only that. A KPI that starts at or beyond its target has no way to go: it is
 * at 100 while the target is met, else at 0.
 */
export function progressOf(kpi: Measured, current: number | null): number {
  if (current === null) return 0
  if (isMet(kpi, current)) return 100
  if (isMet(kpi, kpi.start)) return 0
  const hundredths = hundredthsOf(kpi.start, kpi.target, current)
  return hundredths <= 0 ? 0 : hundredths / 100
}
