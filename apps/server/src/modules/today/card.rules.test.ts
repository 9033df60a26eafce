import { todayLimits, todaySources, todayWeights } from '@steward/contracts/plain/today'
import type { TodayCard, TodayWeights } from '@steward/contracts/today'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rankCards, type Home, type Signal } from './card.rules.ts'

const signal: fc.Arbitrary<Signal> = fc
  .record({
    source: fc.constantFrom(...todaySources),
    id: fc.nat(400),
    recordId: fc.option(fc.nat(12)),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
    state: fc.string({ maxLength: 3 }),
  })
  .map(({ source, id, recordId, share, state }) => ({
    source,
    subject: { kind: 'task' as const, id, level: null, recordId },
    text: `Signal ${id}`,
    share,
    state,
    nextStep: 'contact' as const,
  }))

const signals = fc.uniqueArray(signal, {
  selector: ({ source, subject }) => `${source} ${subject.id}`,
  maxLength: 80,
})

const weights: fc.Arbitrary<TodayWeights> = fc.record({
  task: fc.nat(100),
  score: fc.nat(100),
  mail: fc.nat(100),
  risk: fc.nat(100),
  quiet: fc.nat(100),
  plan: fc.nat(100),
  survey: fc.nat(100),
})

/** Records fold into three accounts; those above 9 are out of sight. */
const homes = new Map<number, Home>(
  Array.from({ length: 10 }, (_, id) => [id, { level: 2, id: id % 3, name: `Account ${id % 3}` }]),
)

/** The order of cards by nothing but what they show. */
function reproduced(cards: readonly TodayCard[]): string[] {
  return cards
    .map(({ key, reasons }) => ({
      key,
      points: reasons.reduce((sum, { points }) => sum + Math.round(points * 10), 0),
    }))
    .toSorted((a, b) => b.points - a.points || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key)
}

it('shows reasons that add up to the points of each card, and from which the order follows', () => {
  fc.assert(
    fc.property(signals, weights, (given, weigh) => {
      const cards = rankCards(given, homes, weigh)
      for (const { points, reasons } of cards) {
        expect(reasons.reduce((sum, reason) => sum + reason.points, 0)).toBeCloseTo(points, 6)
        expect(reasons.map((reason) => reason.points)).toEqual(
          reasons.map((reason) => reason.points).toSorted((a, b) => b - a),
        )
      }
      expect(cards.map(({ key }) => key)).toEqual(reproduced(cards))
    }),
    { numRuns: 1000 },
  )
})

it('gives the same cards whatever the order in which signals are found', () => {
  fc.assert(
    fc.property(signals, weights, fc.infiniteStream(fc.double({ noNaN: true })), (given, weigh, random) => {
      const shuffled = given
        .map((one) => ({ one, at: random.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one)
      const shown = (signalsOf: readonly Signal[]) =>
        rankCards(signalsOf, homes, weigh).map((card) => ({ ...card, digest: card.digest() }))
      expect(shown(shuffled)).toEqual(shown(given))
    }),
  )
})

it('folds each account into one card, and leaves out what lies with records out of sight', () => {
  fc.assert(
    fc.property(signals, (given) => {
      const cards = rankCards(given, homes, todayWeights)
      const seen = given.filter(({ subject }) => subject.recordId === null || subject.recordId < 10)
      const accounts = new Set(
        seen.flatMap(({ subject: { recordId } }) => (recordId === null ? [] : [recordId % 3])),
      )
      expect(
        cards
          .filter(({ record }) => record)
          .map(({ record }) => record?.id)
          .toSorted(),
      ).toEqual([...accounts].toSorted())
      expect(new Set(cards.map(({ key }) => key)).size).toBe(cards.length)
    }),
  )
})

it('counts each further signal of a source half of the one before, and shows five', () => {
  const tasks = Array.from({ length: 8 }, (_, id): Signal => ({
    source: 'task',
    subject: { kind: 'task', id, level: null, recordId: 1 },
    text: `Task ${id}`,
    share: 1,
    state: '',
    nextStep: 'completeTask',
  }))
  const [card] = rankCards(tasks, homes, todayWeights)
  expect(card?.reasons.map(({ points }) => points)).toEqual([40, 20, 10, 5, 2.5])
  expect(card?.reasons).toHaveLength(todayLimits.reasons)
  expect(card?.points).toBe(77.5)
})

it('leaves out what weighs nothing', () => {
  const given = { source: 'quiet', subject: { kind: 'record', id: 1, level: 2, recordId: 1 } } as const
  const cards = rankCards([{ ...given, text: '', share: 1, state: '', nextStep: 'contact' }], homes, {
    ...todayWeights,
    quiet: 0,
    plan: 0,
  })
  expect(cards).toEqual([])
})
