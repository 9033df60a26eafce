import { recurrenceLimits } from '@steward/contracts/plain/recurrence'

/** The parts of a rule by their names, in the order in which they are stored. */
export type RuleParts = ReadonlyMap<string, string>

const weekday = '(MO|TU|WE|TH|FR|SA|SU)'
const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])

/** A list of whole numbers up to a limit, but not 0; signed ones count from the end. */
const numbers =
  (most: number, isSigned = true) =>
  (value: string): boolean =>
    value.split(',').every((one) => {
      const size = Math.abs(Number(one))
      return (isSigned ? /^[+-]?\d+$/ : /^\d+$/).test(one) && size >= 1 && size <= most
    })

const matching =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value)

const single =
  (most: number) =>
  (value: string): boolean =>
    !value.includes(',') && numbers(most, false)(value)

const isDay = (value: string): boolean => {
  const day = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return /^\d{8}$/.test(value) && Number.isFinite(time) && new Date(time).toISOString().startsWith(day)
}

const checks: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['FREQ', (value: string) => frequencies.has(value)],
  ['INTERVAL', single(recurrenceLimits.interval)],
  ['BYMONTH', numbers(12, false)],
  ['BYWEEKNO', numbers(53)],
  ['BYYEARDAY', numbers(366)],
  ['BYMONTHDAY', numbers(31)],
  ['BYDAY', matching(new RegExp(`^[+-]?\\d{0,2}${weekday}(,[+-]?\\d{0,2}${weekday})*$`))],
  ['BYSETPOS', numbers(366)],
  ['WKST', matching(new RegExp(`^${weekday}$`))],
  ['COUNT', single(recurrenceLimits.count)],
  ['UNTIL', isDay],
])

const timed = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND'])

function faultOf(name: string, value: string, known: ReadonlySet<string>): string | undefined {
  if (timed.has(name)) return `Tasks repeat by days, so leave out ${name}.`
  const check = checks.get(name)
  if (!check) return `${name || 'This'} is no part of a recurrence rule.`
  if (known.has(name)) return `${name} is in the rule twice.`
  if (check(value)) return undefined
  return name === 'FREQ'
    ? 'Tasks repeat by days: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'
    : `${name}=${value} is not valid.`
}

/**
 * The parts of a rule as people and calendars write it: in any case, with or without `RRULE:`; the time of UNTIL is
 * left out. Or what is wrong with it.
 */
export function partsOf(text: string): { parts: RuleParts } | { fault: string } {
  const found = new Map<string, string>()
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')
    .filter(Boolean)) {
    const [name = '', given = ''] = part.split('=')
    const value = name === 'UNTIL' ? given.replace(/T\d{6}Z?$/, '') : given
    const fault = faultOf(name, value, new Set(found.keys()))
    if (fault) return { fault }
    found.set(name, value)
  }
  if (!found.has('FREQ')) return { fault: 'The rule needs FREQ, such as FREQ=WEEKLY.' }
  if (found.get('INTERVAL') === '1') found.delete('INTERVAL')
  return {
    parts: new Map(
      [...checks.keys()].flatMap((name) => {
        const value = found.get(name)
        return value === undefined ? [] : [[name, value] as const]
      }),
    ),
  }
}

/** Parts as a rule, without some of them. */
export const ruleOf = (parts: RuleParts, ...without: readonly string[]): string =>
  [...parts]
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
