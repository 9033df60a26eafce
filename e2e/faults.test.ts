import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseStrikes, killStrikes } from '../faults/strike/kill.strike.ts'
import { randomOf } from '../faults/random.ts'
import { runRounds, type Outcome } from '../faults/round.ts'
import { importWork } from '../faults/work/import.work.ts'
import { mailWork } from '../faults/work/mail.work.ts'
import { makeWorld, type World } from '../faults/world.ts'

// A taste of `npm run faults`, which has many more.
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000)
const scale = 0.25

let world: World

beforeAll(async () => {
  world = await makeWorld({ scale })
})

afterAll(async () => {
  await world?.stop()
})

test.each([
  ['a killed worker', killStrikes[1], importWork],
  ['a killed database', databaseStrikes[0], mailWork],
])(
  '%s loses and doubles nothing, and everything goes on by itself',
  { retry: 0 },
  async (_what, strike, work) => {
    if (!strike) throw new Error('There is no such fault.')
    const tag = `smoke${seed}-${work.name}`
    const outcomes: Outcome[] = []
    for await (const outcome of runRounds(world, [{ strike, work }], () => randomOf(seed), tag)) {
      outcomes.push(outcome)
    }
    expect(outcomes).toHaveLength(1)
    expect(outcomes[0]?.faults, `with the seed ${seed}`).toEqual([])
    expect(outcomes[0]?.acknowledged).toBeGreaterThan(0)
    expect(outcomes[0]?.kills).toBeGreaterThan(0)
  },
)
