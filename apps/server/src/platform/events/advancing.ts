import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { advance } from './event.store.ts'

/** Moves a subscriber from one position to another; false where someone else has moved it meanwhile. */
export type Advance = (tenantId: number, subscriber: string, from: number, to: number) => Promise<boolean>

interface Move {
  subscribers: string[]
  moved: Promise<ReadonlySet<string>>
}

/**
 * Moves subscribers on. Those that make the same move at the same moment share a statement: most of them have no handler
 * for most events, and all pass these as soon as they are read.
 */
export function createAdvancing(owner: pg.Pool): Advance {
  const moves = new Map<string, Move>()

  function begin(key: string, tenantId: number, from: number, to: number): Move {
    const subscribers: string[] = []
    const moved = setImmediate().then(() => {
      moves.delete(key)
      return advance(owner, tenantId, subscribers, { from, to })
    })
    const move = { subscribers, moved }
    moves.set(key, move)
    return move
  }

  return async (tenantId, subscriber, from, to) => {
    const key = `${tenantId}:${from}:${to}`
    const { subscribers, moved } = moves.get(key) ?? begin(key, tenantId, from, to)
    subscribers.push(subscriber)
    return (await moved).has(subscriber)
  }
}
