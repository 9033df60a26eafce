import type { LevelId } from '@steward/contracts/level'
import { todayLimits, type TodaySource } from '@steward/contracts/plain/today'
import type { TodayCard, TodayNextStep, TodayReason, TodayWeights } from '@steward/contracts/today'

/** Something that asks for attention, as its source found it. */
export interface Signal {
  source: TodaySource
  subject: TodayReason['subject']
  text: string
  /** The share of its source's weight that it counts: above 0, at most 1. */
  share: number
  /** Changes whenever the signal tells something else: a card that waits for a change comes back. */
  state: string
  nextStep: TodayNextStep
  /** Of a task: the type of the activity that is logged when it is completed. */
  activityTypeId?: number | null
}

/** The account, or other record, under which signals are folded into one card. */
export interface Home {
  level: LevelId
  id: number
  name: string
}

/** A card with a digest that differs once its signals do. Few cards are asked for theirs. */
export interface RankedCard extends TodayCard {
  digest(): string
}

/** To one decimal, so that what is shown adds up. */
const rounded = (points: number): number => Math.round(points * 10) / 10

/** Orders what counts more before what counts less, and equals in a fixed order. */
const byPoints = (a: { points: number; key: string }, b: { points: number; key: string }): number =>
  b.points - a.points || (a.key < b.key ? -1 : 1)

/** Tells signals of a card apart, whatever the order in which they were found. */
const orderOf = ({ source, subject }: Signal): string => `${source} ${keyOf(subject)}`

/** What a signal counts, after `before` stronger ones of its source. */
function reasonOf(
  { source, subject, text, share, activityTypeId = null }: Signal,
  weights: TodayWeights,
  before: number,
): TodayReason {
  const points = rounded((weights[source] * share) / 2 ** before)
  return { source, text, cause: null, points, subject, activityTypeId }
}

/**
 * The reasons of a card. The first of each source counts in full, each further one half of the one before it: ten
 * small tasks don't outweigh a customer who is about to leave.
 */
function reasonsOf(signals: readonly Signal[], weights: TodayWeights): TodayReason[] {
  const [only] = signals
  // Most cards have one.
  if (only && signals.length === 1) return [reasonOf(only, weights, 0)]
  const strongestFirst = signals.toSorted((a, b) => b.share - a.share || (orderOf(a) < orderOf(b) ? -1 : 1))
  const seen = new Map<TodaySource, number>()
  const reasons: TodayReason[] = []
  for (const signal of strongestFirst) {
    const before = seen.get(signal.source) ?? 0
    seen.set(signal.source, before + 1)
    if (before < todayLimits.reasons) reasons.push(reasonOf(signal, weights, before))
  }
  return reasons.toSorted((a, b) => b.points - a.points)
}

const keyOf = ({ kind, id }: TodayReason['subject']): string => `${kind}:${id}`

function cardOf(
  key: string,
  home: Home | null,
  signals: readonly Signal[],
  weights: TodayWeights,
): RankedCard {
  const reasons = reasonsOf(signals, weights)
  const first = reasons[0] as TodayReason
  const lead = signals.find(
    ({ source, subject }) => source === first.source && subject === first.subject,
  ) as Signal
  return {
    key,
    record: home,
    title: home?.name ?? lead.text,
    points: rounded(reasons.reduce((sum, { points }) => sum + points, 0)),
    reasons,
    nextStep: lead.nextStep,
    digest: () =>
      signals
        .map((signal) => `${orderOf(signal)} ${signal.state}`)
        .toSorted()
        .join('\n'),
  }
}

/**
 * Folds signals into cards, one for each record that they belong to, and puts them in order. A signal without a
 * record is a card of its own. A card's points are the sum of those of its reasons; what counts nothing is left out.
 */
export function rankCards(
  signals: readonly Signal[],
  homes: ReadonlyMap<number, Home>,
  weights: TodayWeights,
): RankedCard[] {
  const groups = new Map<string, { home: Home | null; signals: Signal[] }>()
  for (const signal of signals) {
    const { recordId } = signal.subject
    const home = recordId === null ? null : (homes.get(recordId) ?? null)
    if (recordId !== null && !home) continue
    const key = home ? `record:${home.id}` : keyOf(signal.subject)
    const group = groups.get(key) ?? { home, signals: [] }
    group.signals.push(signal)
    groups.set(key, group)
  }
  return [...groups]
    .map(([key, group]) => cardOf(key, group.home, group.signals, weights))
    .filter(({ points }) => points > 0)
    .toSorted(byPoints)
}
