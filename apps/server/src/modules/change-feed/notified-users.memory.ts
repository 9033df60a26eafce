import { LRUCache } from 'lru-cache'

/** When users were last told that their notifications changed, for screens that open their stream a moment later. */
export interface NotifiedUsers {
  add(tenantId: number, userId: number): void
  /** Whether the user was told in the last `age` milliseconds. */
  within(tenantId: number, userId: number, age: number): boolean
}

export function createNotifiedUsers(now: () => number): NotifiedUsers {
  const toldAt = new LRUCache<string, number>({ max: 20_000 })
  const keyOf = (tenantId: number, userId: number) => `${tenantId}:${userId}`
  return {
    add: (tenantId, userId) => void toldAt.set(keyOf(tenantId, userId), now()),
    within: (tenantId, userId, age) => (toldAt.get(keyOf(tenantId, userId)) ?? -Infinity) >= now() - age,
  }
}
