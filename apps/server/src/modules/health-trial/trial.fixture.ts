/** What accounts of the company of these tests can have. */
interface Choices {
  stages: readonly number[]
  tiers: readonly number[]
}

/** The same numbers each time, from 0 up to below 1. */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const below = (n: number) => Math.floor(next() * n)
  return { below, pick: <T>(values: readonly T[]): T => values[below(values.length)] as T }
}

export type Random = ReturnType<typeof createRandom>

/** An account as chance has it; each says what is still to be made of it. */
export function randomAccount({ stages, tiers }: Choices, random: Random, at: number) {
  const isOneOf = (n: number) => random.below(n) === 0
  return {
    fields: {
      name: `Account ${at}`,
      'system:lifecycleStageId': random.pick(stages),
      ...(isOneOf(4) ? {} : { seats: random.below(100) }),
      ...(isOneOf(4) ? {} : { tier: random.pick(tiers) }),
    },
    pulse: isOneOf(3) ? null : 1 + random.below(5),
    override: isOneOf(20) ? random.below(100) / 10 : null,
    isArchived: isOneOf(20),
  }
}
