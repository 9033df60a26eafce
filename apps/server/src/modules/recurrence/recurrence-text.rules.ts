import { RRuleTemporal } from 'rrule-temporal'
import { toText } from 'rrule-temporal/totext'
import type { Recurrence } from './recurrence.rules.ts'
import { partsOf, ruleOf, type RuleParts } from './rule-text.rules.ts'

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const endings = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

const ordinal = (n: number): string => `${n}${suffixes[endings.select(n)] ?? 'th'}`

/** Parts whose words the library has no good ones for, and these words. */
function idiomOf(parts: RuleParts): { without: string[]; words: string } | undefined {
  const [monthDays, position, byDay] = ['BYMONTHDAY', 'BYSETPOS', 'BYDAY'].map((name) => parts.get(name))
  if (monthDays === '-1' && !position) return { without: ['BYMONTHDAY'], words: ' on the last day' }
  if (position !== '-1') return undefined
  const wanted = /^28(?:,29(?:,30(?:,31)?)?)?$/.test(monthDays ?? '')
    ? monthDays?.split(',').at(-1)
    : undefined
  if (wanted && !byDay) {
    const words = ` on the ${ordinal(Number(wanted))}, or the last day of a shorter month`
    return { without: ['BYMONTHDAY', 'BYSETPOS'], words }
  }
  return byDay === 'MO,TU,WE,TH,FR' && !monthDays
    ? { without: ['BYDAY', 'BYSETPOS'], words: ' on the last weekday' }
    : undefined
}

function endOf(parts: RuleParts): string {
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  if (count) return count === '1' ? ', once' : `, ${count} times`
  if (!until) return ''
  const at = Date.UTC(Number(until.slice(0, 4)), Number(until.slice(4, 6)) - 1, Number(until.slice(6, 8)))
  return ` until ${days.format(at)}`
}

/** The library names the weekday of the first day in weekly rules without days; a completion has no fixed one. */
const weekdayOfFirst = / on \w+day$/

/** How something repeats, in words: `every week on Monday until March 1, 2026`. */
export function recurrenceText({
  rule,
  mode,
  dayOff,
  day,
}: Pick<Recurrence, 'rule' | 'mode' | 'dayOff' | 'day'>): string {
  const read = partsOf(rule)
  if ('fault' in read) return rule
  const { parts } = read
  const idiom = idiomOf(parts)
  const bare = ruleOf(parts, 'COUNT', 'UNTIL', 'WKST', ...(idiom?.without ?? []))
  const first = day.replaceAll('-', '')
  const words = toText(new RRuleTemporal({ rruleString: `DTSTART;VALUE=DATE:${first}\nRRULE:${bare}` }))
  const isAnyDay = mode === 'completion' && !parts.has('BYDAY')
  const base = isAnyDay ? words.replace(weekdayOfFirst, '') : words
  const counted = mode === 'completion' ? ', counted from its completion' : ''
  const moved = dayOff === 'keep' ? '' : `, or on the business day ${dayOff} a day off`
  return `${base}${idiom?.words ?? ''}${endOf(parts)}${counted}${moved}`
}
