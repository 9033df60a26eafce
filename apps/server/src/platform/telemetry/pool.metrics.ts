import { Gauge } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Metrics } from './metrics.ts'

/** Connections by pool and state, and how many of them there may be. */
export function measurePools({ registry }: Metrics, pools: Database['pools']): void {
  const register = <T extends string>(gauge: Gauge<T>) => registry.registerMetric(gauge)
  const all = Object.entries(pools)
  register(
    new Gauge({
      name: 'steward_database_pool_connections',
      help: 'Connections to the database, by pool and state',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const [name, pool] of all) {
          this.labels(name, 'idle').set(pool.idleCount)
          this.labels(name, 'working').set(pool.totalCount - pool.idleCount)
        }
      },
    }),
  )
  register(
    new Gauge({
      name: 'steward_database_pool_waiting',
      help: 'Requests waiting for a connection, by pool',
      labelNames: ['pool'],
      registers: [],
      collect() {
        for (const [name, pool] of all) this.labels(name).set(pool.waitingCount)
      },
    }),
  )
  const most = new Gauge({
    name: 'steward_database_pool_max_connections',
    help: 'The most connections that a pool may open',
    labelNames: ['pool'],
    registers: [registry],
  })
  for (const [name, pool] of all) most.labels(name).set(pool.options.max)
}
