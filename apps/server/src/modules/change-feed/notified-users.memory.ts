import { LRUCache } from 'lru-cache'

/** When the notifications of users last changed, for screens that open their stream a moment later. */
export interface NotifiedUsers {
  add(tenantId: number, userId: number): void
  /** Whether those of the user changed in the last `age` milliseconds. */
  within(tenantId: number, userId: number, age: number): boolean
}

const keyOf = (tenantId: number, userId: number) => `${tenantId}:${userId}`

export function createNotifiedUsers(now: () => number): NotifiedUsers {
  const changedAt = new LRUCache<string, number>({ max: 20_000 })
  return {
    add: (tenantId, userId) => void changedAt.set(keyOf(tenantId, userId), now()),
    within: (tenantId, userId, age) => (changedAt.get(keyOf(tenantId, userId)) ?? -Infinity) >= now() - age,
  }
}
