import { createLoadAverage, type LoadAverage } from './load-average.ts'

/** The load of each tenant on this process: its calls from arrival to response. */
export interface TenantLoad {
  begin(tenantId: number): void
  end(tenantId: number): void
  /** Whether a tenant recently asked for more than all others together, and for more than so many calls at once. */
  isGreedy(tenantId: number, manyCalls: number): boolean
}

interface Asking {
  calls: number
  demand: LoadAverage
}

export function createTenantLoad(now = () => performance.now()): TenantLoad {
  const all = createLoadAverage(now)
  /** Tenants without calls in progress are dropped. */
  const tenants = new Map<number, Asking>()
  return {
    begin(tenantId) {
      const asking = tenants.get(tenantId) ?? { calls: 0, demand: createLoadAverage(now) }
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
