import type { LevelId } from '@steward/contracts/level'
import { fieldMetrics } from './field-metric.ts'
import type { Metric } from './metric.port.ts'
import type { HealthModelNeighbours } from './model.neighbours.ts'

/** What measures can be about: the fields of records, and what the modules above registered. */
export function createMetricRegistry({ fields, currency }: HealthModelNeighbours) {
  const registered = new Map<string, Metric>()
  /** Of each catalogue, which is the same one until a field changes. */
  const made = new WeakMap<object, { base: string; metrics: ReadonlyMap<string, Metric> }>()
  return {
    registerMetric: (metric: Metric): void => void registered.set(metric.key, metric),

    async metrics(tenantId: number, level: LevelId): Promise<ReadonlyMap<string, Metric>> {
      const [catalogue, currencies] = await Promise.all([
        fields.catalogue(tenantId, level),
        currency.definitions(tenantId),
      ])
      const base = currencies.find(({ isBase }) => isBase)?.code ?? ''
      const known = made.get(catalogue)
      if (known?.base === base) return known.metrics
      const others = [...registered.values()].filter(({ levels }) => levels.includes(level))
      const all = [...others, ...fieldMetrics(catalogue, base)]
      const metrics = new Map(all.map((metric) => [metric.key, metric]))
      made.set(catalogue, { base, metrics })
      return metrics
    },
  }
}
