/** Numbers that look like chance and are the same again for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from 0 to below `below`. */
  below(below: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

/** 32 bits that a text is mixed into (FNV-1a). */
function mixed(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Mulberry32, begun with a text. */
export function randomOf(seed: string): Random {
  let state = mixed(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mix = Math.imul(state ^ (state >>> 15), 1 | state)
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix
    return ((mix ^ (mix >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
  }
}
