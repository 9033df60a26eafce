import { createDemand, type Demand } from './demand.ts'

/** What each tenant asks of this process: its calls from when they come until they are answered. */
export interface Shares {
  begin(tenantId: number): void
  end(tenantId: number): void
  /** Whether a tenant recently asked for more than all others together, and for more than so many calls at once. */
  isGreedy(tenantId: number, manyCalls: number): boolean
}

interface Asking {
  calls: number
  demand: Demand
}

export function createShares(now = () => performance.now()): Shares {
  const all = createDemand(now)
  /** Anyone who asks for nothing at a moment is not remembered. */
  const tenants = new Map<number, Asking>()
  return {
    begin(tenantId) {
      const asking = tenants.get(tenantId) ?? { calls: 0, demand: createDemand(now) }
      asking.calls += 1
      asking.demand.begin()
      all.begin()
      tenants.set(tenantId, asking)
    },
    end(tenantId) {
      const asking = tenants.get(tenantId)
      if (!asking) return
      asking.calls -= 1
      asking.demand.end()
      all.end()
      if (asking.calls === 0) tenants.delete(tenantId)
    },
    isGreedy(tenantId, manyCalls) {
      const own = tenants.get(tenantId)?.demand.present() ?? 0
      return own > manyCalls && own > all.present() / 2
    },
  }
}
