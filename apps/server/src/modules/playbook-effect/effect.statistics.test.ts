import { describe, expect, it } from 'vitest'
import {
  compareMeans,
  compareShares,
  hasPower,
  normalQuantile,
  sampleOf,
  studentQuantile,
} from './effect.statistics.rules.ts'

/** Random numbers that are the same in each run: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const repetitions = 1000

/** In how many of 1,000 experiments the interval contains the true effect. */
function coverage(run: (random: () => number) => { low: number; high: number }, effect: number): number {
  const random = randomFrom(42)
  let covered = 0
  for (let nth = 0; nth < repetitions; nth += 1) {
    const { low, high } = run(random)
    if (low <= effect && effect <= high) covered += 1
  }
  return covered / repetitions
}

/** A normal variable, by Box and Muller. */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const many = (count: number, draw: () => number) => Array.from({ length: count }, draw)

const share = (random: () => number, count: number, probability: number) =>
  sampleOf(many(count, () => (random() < probability ? 1 : 0)))

describe('quantiles', () => {
  it.each([
    [0.975, 1.959964],
    [0.5, 0],
    [0.8, 0.841621],
    [0.01, -2.326348],
  ])('of the normal distribution at %d', (probability, expected) => {
    expect(normalQuantile(probability)).toBeCloseTo(expected, 5)
  })

  it.each([
    [5, 2.5706],
    [10, 2.2281],
    [30, 2.0423],
    [1000, 1.9623],
  ])("of Student's distribution with %d degrees of freedom", (degrees, expected) => {
    expect(studentQuantile(0.975, degrees)).toBeCloseTo(expected, 2)
  })
})

describe('the 95 % interval contains the true effect in 93 to 97 % of 1,000 experiments', () => {
  it.each([
    ['means of groups of equal size', 100, 100, 1, 1],
    ['means of small groups of unequal size and spread', 60, 15, 1, 3],
    ['means without an effect', 200, 50, 0, 1],
  ])('%s', (name, treated, heldOut, effect, spread) => {
    const covered = coverage(
      (random) =>
        compareMeans(
          sampleOf(many(treated, () => 6 + effect + 2 * normal(random))),
          sampleOf(many(heldOut, () => 6 + 2 * spread * normal(random))),
        ),
      effect,
    )
    process.stdout.write(`coverage, ${name}: ${(covered * 100).toFixed(1)} %\n`)
    expect(covered).toBeGreaterThanOrEqual(0.93)
    expect(covered).toBeLessThanOrEqual(0.97)
  })

  it.each([
    ['churn of 10 % against 20 %', 200, 100, 0.1, 0.2],
    ['churn of 5 % against 5 %', 400, 200, 0.05, 0.05],
  ])('%s', (name, treated, heldOut, one, other) => {
    const covered = coverage(
      (random) => compareShares(share(random, treated, one), share(random, heldOut, other)),
      one - other,
    )
    process.stdout.write(`coverage, ${name}: ${(covered * 100).toFixed(1)} %\n`)
    expect(covered).toBeGreaterThanOrEqual(0.93)
    expect(covered).toBeLessThanOrEqual(0.97)
  })
})

it('says when there is too little to tell', () => {
  expect(hasPower(63, 63)).toBe(true)
  expect(hasPower(62, 62)).toBe(false)
  expect(hasPower(1000, 20)).toBe(false)
  expect(hasPower(1000, 1)).toBe(false)
  expect(hasPower(1000, 40)).toBe(true)
})
