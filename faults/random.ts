/** Numbers that look drawn, the same ones for the same seed. */
export interface Random {
  /** A whole number of both ends and those between. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** Mulberry32, by Tommy Ettinger: enough to spread what is drawn. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomOf(seed: number): Random {
  const next = mulberry(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    shuffled<T>(list: readonly T[]) {
      const drawn = list.map((one) => ({ one, place: next() }))
      return drawn.toSorted((a, b) => a.place - b.place).map(({ one }) => one)
    },
  }
}
