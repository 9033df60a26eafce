import { describe, expect, it } from 'vitest'
import type { ScoreMovement } from '@steward/contracts/health'
import { inTenths, movementSentence, valuesText } from './movement-words.rules.ts'

type Reason = ScoreMovement['movements'][number]

const reason = (change: Partial<Reason>): Reason => ({
  label: 'stale',
  key: 'm1',
  name: 'Pulse',
  metric: 'field:-2',
  period: null,
  difference: 0,
  weight: null,
  before: 'Satisfied',
  after: 'Some Risk',
  at: '2026-11-01T00:00:00Z',
  note: null,
  ...change,
})

const moved = (from: number | null, to: number | null, ...movements: Reason[]): ScoreMovement => ({
  from: { day: '2026-10-24', score: from },
  to: { day: '2026-11-23', score: to },
  difference: (to ?? 0) - (from ?? 0),
  movements,
  recomputes: true,
})

const words = {
  signed: (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`,
  plain: (points: number) => points.toFixed(1),
  day: () => 'Oct 24',
}
const sentence = (movement: ScoreMovement) => movementSentence(movement, words)

const contact = { metric: 'daysSinceContact', before: '2 days ago', after: '31 days ago' }
const calls = {
  metric: 'activities',
  period: 'last30',
  before: '4 activities',
  after: '0 activities',
} as const

describe('why a score moved, in a sentence', () => {
  it('names the reasons, the largest first', () => {
    const movement = moved(
      6.4,
      4.8,
      reason({ ...calls, key: 'm2', difference: -0.4 }),
      reason({ ...contact, difference: -1.2 }),
    )
    expect(sentence(movement)).toBe(
      'Down 1.6 since Oct 24: no contact for 31 days (−1.2), no activity in 30 days (−0.4).',
    )
  })

  it.each<[string, ScoreMovement, string]>([
    [
      'better contact',
      moved(5, 6, reason({ ...contact, after: 'today', difference: 1 })),
      'last contact today (+1.0)',
    ],
    ['another value', moved(8, 6, reason({ difference: -2 })), 'Pulse Satisfied → Some Risk (−2.0)'],
    [
      'a new measure',
      moved(
        8,
        7,
        reason({ label: 'ruleChange', name: 'Usage', before: null, after: '2,822', difference: -1 }),
      ),
      'new measure “Usage” (−1.0)',
    ],
    [
      'a score set by hand',
      moved(5, 8, reason({ label: 'override', metric: null, before: null, after: '8.00', difference: 3 })),
      'the score was set by hand (+3.0)',
    ],
  ])('says %s', (_, movement, text) => {
    expect(sentence(movement)).toContain(text)
  })

  const risks = { metric: 'risks', name: 'Risks', label: 'behaviour' } as const
  const renewal = { metric: 'field:3', name: 'Renewal' }
  it.each<[string, Partial<Reason>, string]>([
    ['a risk', { ...risks, before: 'No value', after: '1 risk' }, '1 risk (−0.6)'],
    ['another risk', { ...risks, before: '1 risk', after: '2 risks' }, '2 risks (−0.6)'],
    ['a first sentiment', { before: 'No value', after: 'Negative' }, 'Pulse Negative (−0.6)'],
    ['what is not known any more', { after: 'No value' }, 'Pulse Satisfied → no data (−0.6)'],
    ['a renewal that comes', { ...renewal, before: 'in 91 days', after: 'in 28 days' }, 'Renewal in 28 days'],
    ['one that is today', { ...renewal, before: 'in 31 days', after: 'today' }, 'Renewal today (−0.6)'],
    ['one that passed', { ...renewal, before: 'today', after: '5 days overdue' }, 'Renewal 5 days overdue'],
    ['another day', { name: 'Kick-off', before: 'in 2 days', after: '1 day ago' }, 'Kick-off 1 day ago'],
  ])('says %s', (_, change, text) => {
    expect(sentence(moved(6, 5.4, reason({ ...change, difference: -0.6 })))).toContain(`: ${text}`)
  })

  it.each<[string, Partial<Reason>, string]>([
    ['closed', { ...risks, before: '1 risk', after: '0 risks' }, 'no risk left (+0.6)'],
    ['closed long ago', { ...risks, before: null, after: '0 risks' }, 'no risk (+0.6)'],
    ['renewed', { ...renewal, before: 'in 8 days', after: 'in 373 days' }, 'Renewal now in 373 days (+0.6)'],
  ])('says what was %s', (_, change, text) => {
    expect(sentence(moved(5.4, 6, reason({ ...change, difference: 0.6 })))).toContain(`: ${text}`)
  })

  it('begins with those for which the score went where it did', () => {
    const called = reason({ ...contact, key: 'm2', after: 'today', difference: 1 })
    const worse = reason({ difference: -0.9 })
    const cooler = reason({ key: 'm3', name: 'Mood', before: 'Positive', after: 'Neutral', difference: -0.8 })
    expect(sentence(moved(6.7, 6, called, worse, cooler))).toBe(
      'Down 0.7 since Oct 24: Pulse Satisfied → Some Risk (−0.9), Mood Positive → Neutral (−0.8), last contact today (+1.0).',
    )
  })

  it('counts the smaller ones from the fifth on', () => {
    const five = [-1, -0.4, -0.3, -0.2, -0.1].map((difference, at) => reason({ key: `m${at}`, difference }))
    expect(sentence(moved(8, 6, ...five))).toMatch(/2 others \(−0\.3\)\.$/)
  })

  it('makes one reason of what happened to a measure and what time did to it', () => {
    const called = { ...contact, label: 'behaviour', after: 'today', difference: 0.6 } as const
    const quiet = { ...contact, difference: -0.9, at: '2026-11-16T00:00:00Z', after: '15 days ago' }
    const movement = moved(8, 7.7, reason(called), reason(quiet))
    expect(sentence(movement)).toBe('Down 0.3 since Oct 24: no contact for 15 days (−0.3).')
    expect(movementSentence(movement, words, new Map([['m1', '22 days ago']]))).toBe(
      'Down 0.3 since Oct 24: no contact for 22 days (−0.3).',
    )
    const back = { ...called, difference: 0.9, at: '2026-11-20T00:00:00Z' }
    expect(sentence(moved(8, 8, reason(quiet), reason(back)))).toBe('No change since Oct 24.')
  })

  it('says that a number of calls is low where it lowers the score', () => {
    const one = reason({ ...calls, after: '1 activity', difference: -0.4 })
    expect(sentence(moved(8, 7.6, one))).toContain('only 1 activity in 30 days (−0.4)')
  })

  it('says that nothing moved, or that it is the first score', () => {
    expect(sentence(moved(5, 5))).toBe('No change since Oct 24.')
    const blank = { before: null, after: 'No value', difference: 1.5 }
    expect(
      sentence(
        moved(
          null,
          5,
          reason({ ...blank, key: 'm2' }),
          reason({ difference: 2 }),
          reason({ ...blank, key: 'm3' }),
        ),
      ),
    ).toBe('New score since Oct 24: Pulse Satisfied → Some Risk (+2.0), 2 measures without data (+3.0).')
    const later = { label: 'ruleChange', difference: -0.25, at: '2026-11-02T00:00:00Z' } as const
    expect(
      sentence(
        moved(
          null,
          4.5,
          reason({ ...blank, key: 'm2' }),
          reason({ ...blank, key: 'm2', before: 'No value', ...later }),
          reason({ name: 'Renewal', before: null, after: 'in 30 days', difference: 3.25 }),
          reason({ name: 'Renewal', before: 'in 30 days', after: 'in 30 days', ...later, difference: 0 }),
        ),
      ),
    ).toBe('New score since Oct 24: Renewal in 30 days (+3.2), 1 measure without data (+1.3).')
    expect(sentence(moved(null, null))).toBe('No score yet.')
  })

  it('says of a first score what holds it down, and what each measure could give', () => {
    const first = { label: 'behaviour', before: null } as const
    const pulse = reason({ ...first, after: 'Some Risk', difference: 0.86, weight: 0.343 })
    const due = reason({
      ...first,
      ...renewal,
      key: 'm2',
      after: '12 days overdue',
      difference: 0,
      weight: 0.114,
    })
    const blank = { ...first, after: 'No value' }
    const sentiment = reason({ ...blank, key: 'm3', difference: 1.14, weight: 0.229 })
    const worst = reason({ ...blank, key: 'm4', difference: 0, weight: 0.314 })
    expect(sentence(moved(null, 2, sentiment, due, worst, pulse))).toBe(
      'New score since Oct 24: Pulse Some Risk (0.9 of 3.4), Renewal 12 days overdue (0.0 of 1.1), 2 measures without data (1.1 of 5.4).',
    )
  })

  it('never gives a measure more than it could', () => {
    const full = [0, 1, 2].map((at) =>
      reason({ key: `m${at}`, label: 'behaviour', before: null, difference: 3.33, weight: 0.3333 }),
    )
    const text = sentence(moved(null, 10, ...full))
    const figures = [...text.matchAll(/\((\d+\.\d) of (\d+\.\d)\)/g)]
    expect(figures.reduce((sum, [, points]) => sum + Number(points), 0)).toBeCloseTo(10)
    for (const [, points, most] of figures) expect(Number(points)).toBeLessThanOrEqual(Number(most))
  })

  it('says that measures no longer count where others took their place', () => {
    const gone = { label: 'behaviour', after: null } as const
    const pulse = reason({ ...gone, difference: -3 })
    const quiet = reason({ ...gone, ...contact, key: 'm2', after: null, difference: -1 })
    const accounts = reason({
      key: 'accounts',
      label: 'behaviour',
      metric: null,
      name: 'Average of its accounts',
      before: null,
      after: '2 accounts',
      difference: 7,
    })
    expect(sentence(moved(4, 7, pulse, quiet, accounts))).toBe(
      'Up 3.0 since Oct 24: the average of its accounts (+7.0), 2 measures no longer count (−4.0).',
    )
    expect(sentence(moved(4, 1, pulse))).toBe('Down 3.0 since Oct 24: Pulse no longer counts (−3.0).')
    expect(sentence(moved(4, 3, quiet))).toContain('Pulse no longer counts (−1.0)')
    const back = { ...accounts, before: '2 accounts', after: null, difference: -7 }
    expect(sentence(moved(7, 0, back))).toContain('no account with a score any more (−7.0)')
  })

  it('leaves out of a change of score what it could have been', () => {
    expect(sentence(moved(8, 6, reason({ difference: -2, weight: 0.3 })))).toMatch(/\(−2\.0\)\.$/)
    const still = reason({ key: 'm2', difference: 0, weight: 0.3 })
    expect(sentence(moved(8, 6, reason({ difference: -2 }), still))).not.toContain('of')
  })

  it('names the accounts of an organization once', () => {
    const accounts = {
      metric: null,
      label: 'behaviour',
      name: 'Average of its accounts',
      difference: 5.1,
    } as const
    expect(sentence(moved(null, 5.1, reason({ ...accounts, before: null, after: '2 accounts' })))).toBe(
      'New score since Oct 24: the average of its accounts (+5.1).',
    )
    const third = { ...accounts, difference: -1, before: '2 accounts', after: '3 accounts' }
    expect(sentence(moved(6.1, 5.1, reason(third)))).toBe(
      'Down 1.0 since Oct 24: Average of its accounts 2 accounts → 3 accounts (−1.0).',
    )
  })
})

describe('the values of a measure', () => {
  it.each<[string, Partial<Reason>, string]>([
    ['before and after', {}, 'Satisfied → Some Risk'],
    ['a first value', { before: 'No value' }, 'no data → Some Risk'],
    ['what stayed', { label: 'ruleChange', before: 'Satisfied', after: 'Satisfied' }, 'Satisfied'],
    ['a measure of another stage', { label: 'behaviour', before: null }, 'Some Risk'],
    ['one of the stage before', { label: 'behaviour', after: null }, 'no longer counts, was Satisfied'],
    ['nothing', { before: null, after: 'No value' }, 'no data'],
    [
      'a new measure',
      { label: 'ruleChange', before: null, after: '2,822.50 USD' },
      'new measure, 2,822.50 USD',
    ],
    [
      'a new one without data',
      { label: 'ruleChange', before: null, after: 'No value' },
      'new measure, no data',
    ],
    ['one that went', { label: 'ruleChange', after: null }, 'no longer measured, was Satisfied'],
    ['the end of an override', { label: 'override', before: '2.5', after: null }, '2.5 → ended'],
  ])('%s', (_, change, text) => {
    expect(valuesText(reason(change), 5)).toBe(text)
  })

  it('does not call a measure new that is without data in a first score', () => {
    expect(valuesText(reason({ label: 'ruleChange', before: null, after: 'No value' }), null)).toBe('no data')
  })
})

describe('differences as they are shown', () => {
  it.each<[number, number, number[]]>([
    [6.44, 4.86, [-1.03, -0.55]],
    [5.05, 5.15, [0.05, 0.05]],
    [3.33, 6.66, [1.11, 1.11, 1.11]],
    [6.66, 3.33, [-1.11, -1.11, -1.11]],
    [5.04, 5.06, [0.01, 0.01]],
  ])('from %d to %d add up to the scores as shown', (from, to, differences) => {
    const shown = inTenths(
      moved(from, to, ...differences.map((difference, at) => reason({ key: `m${at}`, difference }))),
    )
    const sum = shown.reduce((total, part) => total + part, 0)
    expect(sum).toBe(Math.round(to * 10) - Math.round(from * 10))
    shown.forEach((part, at) => expect(Math.abs(part / 10 - differences[at]!)).toBeLessThan(0.2))
  })
})
