import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { callFrom, newLogin, signIn } from '../../../test/sign-in.ts'

const attempts = byLength(48, 200)
/** A busy machine takes its time for passwords, in milliseconds. */
const patience = 180_000
/** Fewer than lock a name. */
const perName = 8

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

interface Measured {
  isKnown: boolean
  milliseconds: number
}

/** The standard normal distribution function, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const polynomial = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (sum, factor) => (sum + factor) * t,
    0,
  )
  const upper = (polynomial * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
  return z > 0 ? 1 - upper : upper
}

/** How likely two samples are as different as these when nothing sets them apart: Mann–Whitney U, two-sided. */
function mannWhitney(measured: readonly Measured[]): { z: number; p: number } {
  const sorted = measured.toSorted((a, b) => a.milliseconds - b.milliseconds)
  const ranks = sorted.reduce((sum, { isKnown }, index) => sum + (isKnown ? index + 1 : 0), 0)
  const known = sorted.filter(({ isKnown }) => isKnown).length
  const unknown = sorted.length - known
  const u = ranks - (known * (known + 1)) / 2
  const deviation = Math.sqrt((known * unknown * (sorted.length + 1)) / 12)
  const z = (u - (known * unknown) / 2) / deviation
  return { z, p: 2 * (1 - normal(Math.abs(z))) }
}

function median(measured: readonly Measured[], isKnown: boolean): number {
  const times = measured.filter((one) => one.isKnown === isKnown).map(({ milliseconds }) => milliseconds)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

/** Measures the call for known and unknown names in an order of chance, so that nothing else sets them apart. */
async function measure(
  calls: readonly { isKnown: boolean; run: () => Promise<unknown> }[],
): Promise<Measured[]> {
  const measured: Measured[] = []
  const shuffled = calls.map((call) => ({ call, place: Math.random() })).toSorted((a, b) => a.place - b.place)
  for (const { call } of shuffled) {
    const from = performance.now()
    await call.run()
    measured.push({ isKnown: call.isKnown, milliseconds: performance.now() - from })
  }
  return measured
}

/**
 * Expects that nothing sets known and unknown names apart. One sample in a thousand says that something does when
 * nothing does, so a second one has to say the same.
 */
async function expectAlike(what: string, sample: (turn: number) => Promise<Measured[]>): Promise<void> {
  const first = tell(what, await sample(1))
  if (first.p > 0.001) return
  const second = tell(`${what}, once more`, await sample(2))
  expect(second.p > 0.001 || Math.sign(second.z) !== Math.sign(first.z)).toBe(true)
}

function tell(what: string, measured: readonly Measured[]): { z: number; p: number } {
  const { z, p } = mannWhitney(measured)
  const [known, unknown] = [median(measured, true), median(measured, false)]
  process.stdout.write(
    `${what}: median ${known.toFixed(2)} ms with an account, ${unknown.toFixed(2)} ms without; ` +
      `Mann–Whitney U z = ${z.toFixed(2)}, p = ${p.toFixed(4)}, ${measured.length / 2} calls each\n`,
  )
  return { z, p }
}

const sample = (shift: number): Measured[] =>
  Array.from({ length: 400 }, (_, n) => {
    const isKnown = n % 2 === 0
    return { isKnown, milliseconds: Math.random() + (isKnown ? shift : 0) }
  })

it('tells samples apart that differ, and not those that do not', () => {
  expect(mannWhitney(sample(0.3)).p).toBeLessThan(0.001)
  expect(mannWhitney([1, 2, 3, 4].map((n) => ({ isKnown: n % 2 > 0, milliseconds: n }))).z).toBeCloseTo(
    -0.775,
    2,
  )
})

const [known, unknown] = [true, false]

/** Wrong passwords for names that someone has and for others; those of a second turn are not locked yet. */
async function sampleSignIns(turn: number): Promise<Measured[]> {
  const names = Array.from({ length: attempts / perName }, (_, n) => `${turn}x${n}@example.com`)
  for (const name of names) await newLogin(test, `known${name}`)
  const calls = [known, unknown].flatMap((isKnown) =>
    names.flatMap((name, n) =>
      Array.from({ length: perName }, (_, guess) => ({
        isKnown,
        run: async () => {
          const from = `10.${turn}.${n}.${guess}`
          const { status } = await signIn(test, `${isKnown ? 'known' : 'other'}${name}`, {
            password: 'wrong',
            from,
          })
          expect(status).toBe(401)
        },
      })),
    ),
  )
  return measure(calls)
}

async function sampleForgotten(turn: number): Promise<Measured[]> {
  const names = Array.from({ length: attempts }, (_, n) => `${turn}y${n}@example.com`)
  for (const name of names) await test.newUser('viewer', `known${name}`)
  const calls = [known, unknown].flatMap((isKnown) =>
    names.map((name, n) => ({
      isKnown,
      run: async () => {
        const body = { username: `${isKnown ? 'known' : 'other'}${name}` }
        const { status } = await callFrom(test, 'identity/forgot-password', {
          body,
          from: `10.1${turn}.${n}.1`,
        })
        expect(status).toBe(200)
      },
    })),
  )
  return measure(calls)
}

it('takes as long to refuse a name that somebody has as one that nobody has', { timeout: patience }, () =>
  expectAlike('sign-in', sampleSignIns),
)

it(
  'takes as long to answer a forgotten password, whether or not a code is mailed',
  { timeout: patience },
  () => expectAlike('forgotten password', sampleForgotten),
)
