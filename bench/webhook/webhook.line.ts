import { line, neighbourLine, wallClock, type Line } from '../line.ts'
import type { BulkWebhookFigures } from './bulk.bench.ts'
import type { WebhookFigures } from './webhook.bench.ts'

/** What webhooks and followers cost who changes a record, and how calls leave. */
export const webhookLines = (figures: WebhookFigures): Line[] => [
  line({
    work: `webhook: change of one field with ${figures.webhooks} webhooks and ${figures.followers} followers beside none`,
    unit: 'CPU ms',
    floor: figures.without,
    steward: figures.with,
    bound: { most: 1.1 },
  }),
  line({
    work: `webhook: ${figures.deliveries} deliveries beside a bare loop`,
    unit: 'calls/s',
    floor: figures.bareRate,
    steward: figures.rate,
    bound: { least: 0.4 },
  }),
  line({
    work: 'webhook: commit to arrival, p95',
    unit: 'ms',
    steward: figures.p95,
    bound: { most: 1500 },
    ifOver: wallClock,
  }),
]

/** A bulk update with a webhook that accepts batches: all arrives, in little memory, and no one else waits. */
export const bulkWebhookLines = (figures: BulkWebhookFigures): Line[] => {
  const { records, events, calls, seconds, memory, neighbour } = figures
  const work = `webhook, bulk update of ${records} accounts`
  return [
    line({
      work: `${work}: events that arrived, in ${calls} calls and ${seconds.toFixed(0)} s`,
      unit: '',
      floor: records,
      steward: events,
      bound: { least: 1 },
    }),
    line({ work: `${work}: memory above idle`, unit: 'MB', steward: memory, bound: { most: 100 } }),
    neighbourLine(neighbour),
  ]
}
