import type { ScoreMovement } from '@steward/contracts/health'

type Reason = ScoreMovement['movements'][number]

/** As scores are shown: hundredths, rounded. */
const tenths = (score: number | null) => Math.round(Math.round((score ?? 0) * 100) / 10)

/**
 * Differences in tenths that add up to the difference of the scores as they are shown: each is rounded down, and
 * what is left goes to the largest remainders.
 */
export function inTenths({ from, to, movements }: ScoreMovement): number[] {
  const total = tenths(to.score) - tenths(from.score)
  const exact = movements.map(({ difference }) => difference * 10)
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((part, at) => ({ at, remainder: part - Math.floor(part) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.at - other.at)
  const step = Math.sign(left)
  const order = step < 0 ? byRemainder.toReversed() : byRemainder
  for (let given = 0; given < Math.abs(left) && order.length > 0; given += 1) {
    const { at } = order[given % order.length]!
    parts[at] = parts[at]! + step
  }
  return parts
}

const periods: Readonly<Record<NonNullable<Reason['period']>, string>> = {
  last7: 'in 7 days',
  last30: 'in 30 days',
  last90: 'in 90 days',
  week: 'this week',
  month: 'this month',
  quarter: 'this quarter',
}

const counted: Readonly<Record<string, string>> = { activities: 'activity', emails: 'email', notes: 'note' }

/** As the server writes that nothing was measured. */
const noValue = 'No value'

const valueText = (text: string | null) => (text === null || text === noValue ? 'no data' : text)

const overrideText = (before: string | null, after: string | null) =>
  before === null ? (after ?? 'ended') : `${before} → ${after ?? 'ended'}`

/**
 * From which value to which; a measure that the model did not have before, or has no longer, says so. `from`: the
 * score before, without which no one knows whether a measure without data is new.
 */
export function valuesText({ label, before, after }: Reason, from: number | null): string {
  if (label === 'override') return overrideText(before, after)
  const [was, is] = [valueText(before), valueText(after)]
  const isFirst = from === null && after === noValue
  if (label === 'ruleChange' && before === null && !isFirst) return `new measure, ${is}`
  if (label === 'ruleChange' && after === null) return `no longer measured, was ${was}`
  if (after === null) return `no longer counts, was ${was}`
  return before === null || was === is ? is : `${was} → ${is}`
}

function contactText({ metric, after, difference }: Reason): string | undefined {
  if (metric !== 'daysSinceContact' || after === null) return undefined
  const days = /^(.+) ago$/.exec(after)
  if (days && difference < 0) return `no contact for ${days[1]}`
  return after === noValue ? 'no contact yet' : `last contact ${after}`
}

function countText({ metric, period, after, difference }: Reason): string | undefined {
  const one = counted[metric ?? '']
  if (!one || after === null) return undefined
  const when = period ? ` ${periods[period]}` : ''
  if (/^(?:0 |No value)/.test(after)) return `no ${one}${when}`
  return `${difference < 0 ? 'only ' : ''}${after}${when}`
}

/** The number of risks. */
function riskText({ metric, before, after }: Reason): string | undefined {
  if (metric !== 'risks' || after === null) return undefined
  if (!/^(?:0 |No value)/.test(after)) return after
  return before === null || before === noValue ? 'no risk' : 'no risk left'
}

const isDay = (text: string | null) =>
  text !== null && /^(?:today|in .+ days?|.+ (?:ago|overdue))$/.test(text)

/** A day that has come nearer, passed, or been moved: where it is now says it all. */
function dayText({ name, before, after, difference }: Reason): string | undefined {
  if (!isDay(after) || (before !== null && before !== noValue && !isDay(before))) return undefined
  const isMoved = isDay(before) && after?.startsWith('in ') && difference > 0
  return `${name} ${isMoved ? 'now ' : ''}${after}`
}

/** The score of the accounts of an organization, where it has the accounts that it had. */
function accountsText({ label, metric, name, before, after }: Reason): string | undefined {
  const isOfAccounts = metric === null && (label === 'behaviour' || label === 'stale')
  if (isOfAccounts && after === null) return 'no account with a score any more'
  if (!isOfAccounts || (before !== null && before !== after)) return undefined
  return `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

function otherText({ label, name, before, after }: Reason): string {
  if (label === 'ruleChange' && before === null) return `new measure “${name}”`
  if (label === 'ruleChange' && after === null) return `“${name}” is no longer measured`
  if (after === null) return `${name} no longer counts`
  if (before === null || before === noValue || before === after) return `${name} ${after}`
  return `${name} ${before} → ${valueText(after)}`
}

const textOf = (reason: Reason) =>
  contactText(reason) ?? countText(reason) ?? riskText(reason) ?? accountsText(reason) ?? dayText(reason)

/** One reason for a change of score, as part of a sentence. */
function reasonText(reason: Reason): string {
  if (reason.label === 'override') {
    return reason.after === null ? 'the score set by hand ended' : 'the score was set by hand'
  }
  const text = reason.label === 'ruleChange' ? undefined : textOf(reason)
  return text ?? otherText(reason)
}

/** As many reasons as a sentence can name. */
const most = 4

type Words = {
  /** A difference of scores in points, with its sign. */
  signed: (points: number) => string
  /** A difference without its sign. */
  plain: (points: number) => string
  day: (day: string) => string
}

interface Told {
  text: string
  /** In tenths. */
  points: number
  /** What it could add to a first score, from 0 to 1 of the whole; null where that says nothing. */
  weight: number | null
}

/** Nothing was ever measured: the measure counts as its model says for that. */
const isBlank = ({ label, before, after }: Reason) =>
  label !== 'override' && after === noValue && (before === null || before === after)

/** It has no part in the score any more: the record moved to a stage, or an organization to the score of its accounts. */
const isGone = ({ label, metric, after }: Reason) =>
  (label === 'behaviour' || label === 'stale') && metric !== null && after === null

const sumOf = (told: readonly Told[]) => told.reduce((sum, { points }) => sum + points, 0)

/** Several reasons as one. */
const together = (text: string, told: readonly Told[]): Told => ({
  text,
  points: sumOf(told),
  weight: told.every(({ weight }) => weight === null)
    ? null
    : told.reduce((sum, { weight }) => sum + (weight ?? 0), 0),
})

/** The most that something could add, in tenths: never less than what it adds as shown. */
const mostOf = ({ points, weight }: Told) => Math.max(Math.round((weight ?? 0) * 100), points)

/** How much something matters: of a first score also by what it could have added. */
const importanceOf = (told: Told) => Math.max(Math.abs(told.points), mostOf(told) - told.points)

/** Rules and overrides stand for themselves; what happened and what time did to a measure are one reason. */
const subjectOf = ({ label, key }: Reason) =>
  label === 'behaviour' || label === 'stale' ? key : `${label} ${key}`

/**
 * One reason for each measure: from its value before to the latest. Of a score that is new, all that happened to a
 * measure is one reason, rules too.
 */
function mergedReasons({ from, movements }: ScoreMovement, now: ReadonlyMap<string, string>): Reason[] {
  const groups = Map.groupBy(movements, from.score === null ? ({ key }) => key : subjectOf)
  return [...groups.values()].map((group) => {
    const inTime = group.toSorted((one, other) => one.at.localeCompare(other.at))
    const { label, before } = inTime[0]!
    const last = inTime.at(-1)!
    const difference = group.reduce((sum, one) => sum + one.difference, 0)
    const present = label === 'behaviour' || label === 'stale' ? now.get(last.key) : undefined
    return { ...last, label, difference, before, after: present ?? last.after }
  })
}

/** The largest reasons by name, first those for which the score went where it did, then those that are small, then what is not known. */
function toldOf(movement: ScoreMovement, now: ReadonlyMap<string, string>): Told[] {
  const movements = mergedReasons(movement, now)
  const parts = inTenths({ ...movement, movements })
  const isFirst = movement.from.score === null
  const told = movements.map((reason, at) => ({
    key: reason.key,
    isBlank: isBlank(reason),
    isGone: isGone(reason),
    text: reasonText(reason),
    points: parts[at]!,
    weight: isFirst && reason.metric !== null ? reason.weight : null,
  }))
  const all = told.filter((one) => importanceOf(one) > 0)
  const blank = all.filter((one) => one.isBlank)
  const left = all.filter((one) => one.isGone)
  const gone = left.length > 1 ? left : []
  const known = all
    .filter((one) => !one.isBlank && !gone.includes(one))
    .toSorted((one, other) => importanceOf(other) - importanceOf(one))
  const blanks = new Set(blank.map(({ key }) => key)).size
  const named: Told[] = known.length > most ? known.slice(0, most - 1) : known
  const others = known.slice(named.length)
  const way = Math.sign(sumOf(all))
  const against = ({ points }: Told) => Number(Math.sign(points) === -way)
  const ends = [
    { of: others, text: `${others.length} others` },
    { of: gone, text: `${gone.length} measures no longer count` },
    { of: blank, text: `${blanks} ${blanks === 1 ? 'measure' : 'measures'} without data` },
  ]
  const inOrder = named.toSorted((one, other) => against(one) - against(other))
  return [...inOrder, ...ends.filter(({ of }) => of.length > 0).map(({ text, of }) => together(text, of))]
}

const nothingKnown: ReadonlyMap<string, string> = new Map()

/**
 * Why a score moved, in one sentence: “Down 1.6 since Oct 24: no contact for 31 days (−1.2), …”. Of a first score it
 * says what each measure gives of what it could: “New score since Oct 24: Pulse Some Risk (0.7 of 3.4), …”. `now`: what
 * measures are at this moment, by key, where the movement ends today.
 */
export function movementSentence(
  movement: ScoreMovement,
  { signed, plain, day }: Words,
  now: ReadonlyMap<string, string> = nothingKnown,
): string {
  const { from, to } = movement
  const since = `since ${day(from.day)}`
  if (to.score === null) return from.score === null ? 'No score yet.' : `Without a score ${since}.`
  const told = toldOf(movement, now)
  if (told.length === 0) return `No change ${since}.`
  const figureOf = (one: Told) =>
    one.weight === null ? signed(one.points / 10) : `${plain(one.points / 10)} of ${plain(mostOf(one) / 10)}`
  const listed = told.map((one) => `${one.text} (${figureOf(one)})`).join(', ')
  if (from.score === null) return `New score ${since}: ${listed}.`
  const total = tenths(to.score) - tenths(from.score)
  const head = total === 0 ? 'Unchanged' : `${total < 0 ? 'Down' : 'Up'} ${plain(Math.abs(total) / 10)}`
  return `${head} ${since}: ${listed}.`
}
