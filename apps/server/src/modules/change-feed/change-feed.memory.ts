import { LRUCache } from 'lru-cache'

/** A change set as the processes tell each other of one. */
export interface HeardChange {
  tenantId: number
  changeSetId: number
  level: number
}

/** How many changes of a tenant are remembered. */
const remembered = 200
/** Two processes hear changes that are closer than this in different orders. Milliseconds. */
const overlap = 5000

interface Remembered extends HeardChange {
  heardAt: number
  /** An act of several batches is been notified of more than once by the same id. */
  isFirst: boolean
}

/** The latest changes of each tenant, for streams that break off and come back. */
export interface ChangeMemory {
  add(change: HeardChange): void
  /** The changes after and around a change; undefined if they have been forgotten. */
  since(tenantId: number, changeSetId: number): HeardChange[] | undefined
  /** The changes of the last `age` milliseconds; undefined if some of them have been forgotten. */
  within(tenantId: number, age: number): HeardChange[] | undefined
  /** Something was missed: nothing before now can be gone on from. */
  clear(): void
}

export function createChangeMemory(now: () => number): ChangeMemory {
  /** Nothing that was received since then is forgotten, except the oldest changes of a tenant with many. */
  let completeFrom = now()
  const tenants = new LRUCache<number, Remembered[]>({
    max: 1000,
    dispose(changes, _tenantId, reason) {
      const last = changes.at(-1)
      // A period that begins at just that moment includes it.
      if (reason === 'evict' && last) completeFrom = Math.max(completeFrom, last.heardAt + 1)
    },
  })
  return {
    add(change) {
      const changes = tenants.get(change.tenantId) ?? []
      const isFirst = changes.every((other) => other.changeSetId !== change.changeSetId)
      changes.push({ ...change, heardAt: now(), isFirst })
      if (changes.length > remembered) changes.shift()
      tenants.set(change.tenantId, changes)
    },
    since(tenantId, changeSetId) {
      const changes = tenants.get(tenantId) ?? []
      const last = changes.find((change) => change.changeSetId === changeSetId)
      if (!last?.isFirst) return undefined
      return changes.filter((change) => change !== last && change.heardAt > last.heardAt - overlap)
    },
    within(tenantId, age) {
      const changes = tenants.get(tenantId) ?? []
      const from = now() - age
      const [first] = changes
      const isCut = changes.length >= remembered && first !== undefined && first.heardAt > from
      return from < completeFrom || isCut ? undefined : changes.filter(({ heardAt }) => heardAt >= from)
    },
    clear() {
      tenants.clear()
      completeFrom = now()
    },
  }
}
