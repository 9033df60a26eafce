import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HealthModel } from '@steward/contracts/health'
import {
  createScorer,
  explain,
  fromOf,
  isMissing,
  nextEntries,
  recomputes,
  withOverride,
  type EntryOverride,
  type Input,
  type ScoreCause,
  type ScoreEntry,
  type Scorer,
} from '../src/index.ts'
import { Account, anyDay, anyModel, instant, type Day } from './world.ts'

const accounts = 200
const days = 50

interface Life {
  entries: ScoreEntry[]
  scorers: Map<number, Scorer>
}

/** Lives one account through its days, and keeps its score as the product does. */
function live(first: HealthModel, story: readonly Day[]): Life {
  const scorers = new Map([[1, createScorer(first)]])
  const account = new Account()
  const entries: ScoreEntry[] = []
  let stageId: number | null = null
  let override: EntryOverride | null = null

  const look = (today: number, hour: number, cause: ScoreCause) => {
    const versionId = scorers.size
    const scorer = scorers.get(versionId) as Scorer
    const find = (from: string) => account.input(from, today)
    const now = { at: instant(today, hour), cause, versionId, scorer, stageId, override, find }
    entries.push(...nextEntries(entries.at(-1) ?? null, now))
  }

  story.forEach((day, today) => {
    if (override !== null && override.endsOn < instant(today, 0).slice(0, 10)) override = null
    if (day.night) look(today, 0.4, 'time')
    account.live(day, today)
    if (day.stageId !== undefined) stageId = day.stageId
    look(today, 13, 'event')
    if (day.model) {
      scorers.set(scorers.size + 1, createScorer(day.model))
      look(today, 14, 'publish')
    }
    if (day.override) {
      const at = instant(today, 15)
      const endsOn = instant(today + day.override.days, 0).slice(0, 10)
      override = { score: day.override.score, reason: 'Because', endsOn, by: 1, at }
      const before = entries.at(-1)
      if (before) entries.push(withOverride(before, override, at))
      else look(today, 15, 'override')
    }
  })
  return { entries, scorers }
}

const lives = fc.sample(
  fc.tuple(anyModel, fc.array(anyDay, { minLength: days, maxLength: days })).map(([model, story]) => ({
    story,
    ...live(model, story),
  })),
  { seed: 20_261_122, numRuns: accounts },
)

function standing(entries: readonly ScoreEntry[], day: number): number {
  return entries.findLastIndex((entry) => entry.at < instant(day + 1, 0))
}

test(`for any two of ${accounts * days} account-days the differences add up exactly to that of the scores`, () => {
  let told = 0
  for (const { entries } of lives) {
    for (let to = 0; to < days; to += 1) {
      // Every day is held against the day before, and against one that is further back.
      for (const from of [to - 1, (to * 7) % (to + 1)]) {
        const [a, b] = [standing(entries, from), standing(entries, to)]
        const before = entries[a] ?? null
        const movements = explain(before, entries.slice(a + 1, b + 1))
        const sum = movements.reduce((all, { difference }) => all + difference, 0)
        expect(sum).toBe((entries[b]?.score ?? 0) - (before?.score ?? 0))
        told += movements.length
      }
    }
  }
  expect(told).toBeGreaterThan(10_000)
})

test('with supporting measures a score is what it is without the setting, or none where only they have data', () => {
  let without = 0
  for (const { entries, scorers } of lives) {
    for (const { versionId, stageId, parts } of entries) {
      const { model, measuresOf } = scorers.get(versionId) as Scorer
      const measures = model.measures.map((measure) => ({ ...measure, supporting: false }))
      const inputs = new Map(parts.map(({ from, value, at }) => [from, { value, at }]))
      const find = (from: string) => inputs.get(from) as Input
      const plain = createScorer({ ...model, measures }).evaluate(stageId, find).score
      const isKnown = measuresOf(stageId).some(
        (measure) => !measure.supporting && !isMissing(find(fromOf(measure)).value),
      )
      expect(createScorer(model).evaluate(stageId, find).score).toBe(isKnown ? plain : null)
      if (!isKnown && plain !== null) without += 1
    }
  }
  expect(without).toBeGreaterThan(50)
})

test('every kept score is worked out anew from what was kept with it', () => {
  const causes = new Set<string>()
  let scored = 0
  for (const { entries, scorers } of lives) {
    for (const entry of entries) {
      expect(recomputes(scorers.get(entry.versionId) as Scorer, entry)).toBe(true)
      const sum = entry.parts.reduce((all, { contribution }) => all + contribution, 0)
      expect(sum).toBe(entry.computed ?? 0)
      expect(entry.score ?? 0).toBeGreaterThanOrEqual(0)
      expect(entry.score ?? 0).toBeLessThanOrEqual(1000)
      causes.add(entry.cause)
      if (entry.computed !== null) scored += 1
    }
  }
  expect([...causes].toSorted()).toEqual(['event', 'override', 'publish', 'time'])
  expect(scored).toBeGreaterThan(1000)
})

test('a score that was tampered with is noticed', () => {
  const { entries, scorers } = lives.find((life) => life.entries.some((one) => one.computed !== null)) as Life
  const entry = entries.find((one) => one.computed !== null) as ScoreEntry
  const scorer = scorers.get(entry.versionId) as Scorer
  expect(recomputes(scorer, { ...entry, computed: (entry.computed ?? 0) + 1 })).toBe(false)
})

test('what moved a score is labelled by what happened', () => {
  const seen = new Map<string, number>()
  for (const { entries, story } of lives) {
    entries.forEach((entry, at) => {
      const moves = explain(entries[at - 1] ?? null, [entry])
      for (const { label, key } of moves) {
        seen.set(label, (seen.get(label) ?? 0) + 1)
        expect(label === 'override').toBe(key === 'override')
        if (entry.cause === 'publish' && key !== 'override') expect(label).toBe('ruleChange')
        if (label === 'stale') expect(entry.cause).toBe('time')
        if (label === 'behaviour') expect(['event', 'publish', 'time']).toContain(entry.cause)
      }
    })
    expect(story).toHaveLength(days)
  }
  for (const label of ['behaviour', 'ruleChange', 'override', 'stale'])
    expect(seen.get(label), label).toBeGreaterThan(50)
})

test('nothing is kept where nothing moved', () => {
  for (const { entries } of lives) {
    entries.forEach((entry, at) => {
      const before = entries[at - 1]
      if (!before || entry.cause === 'override') return
      const same =
        before.digest === entry.digest &&
        before.stageId === entry.stageId &&
        before.versionId === entry.versionId &&
        before.override?.at === entry.override?.at
      expect(same).toBe(false)
    })
  }
})
