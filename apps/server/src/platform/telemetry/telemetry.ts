import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Admission } from '../http/admission.ts'
import { checkMayReadMetrics } from '../http/metrics-access.ts'
import type { Readiness } from '../http/operations.ts'
import type { Metrics } from './metrics.ts'
import type { OperationsPort } from './operations-port.ts'
import type { Telemetry } from './otlp.ts'
import { measurePools } from './pool.metrics.ts'
import { measureQueues } from './queue.metrics.ts'

interface Measured {
  metrics: Metrics
  database: Database
  admission: Admission
}

function measureAdmission({ metrics, admission }: Measured): void {
  const { figures } = admission
  metrics.addGauge('steward_calls_working', 'Calls in progress', () => figures().working)
  metrics.addGauge('steward_calls_waiting', 'Calls waiting for a slot', () => figures().waiting)
  metrics.addCounter(
    'steward_calls_refused_total',
    'Calls that were refused because too many waited',
    () => figures().refused,
  )
}

/**
 * Measures pools, queues and calls. Where the environment names a collector, what is measured is sent there
 * together with traces, and what that needs is loaded; else gives undefined.
 */
export async function openTelemetry(
  config: Config,
  measured: Measured,
  log: Pick<Logger, 'warn'>,
): Promise<Telemetry | undefined> {
  const { metrics, database } = measured
  measurePools(metrics, database.pools)
  measureQueues(metrics, database.owner)
  measureAdmission(measured)
  if (!config.telemetry) return undefined
  const { startTelemetry } = await import('./otlp.ts')
  const telemetry = startTelemetry(config.telemetry, metrics, log)
  for (const pool of Object.values(database.pools)) pool.on('connect', telemetry.traceStatements)
  return telemetry
}

/** Opens the second port where the environment names one. The first one answers the same. */
export async function openOperations(
  config: Config,
  metrics: Metrics,
  readiness: Readiness,
): Promise<OperationsPort | undefined> {
  const { operationsPort: port, host, metricsToken: token } = config
  if (port === undefined) return undefined
  const { openOperationsPort } = await import('./operations-port.ts')
  return openOperationsPort({
    host,
    port,
    metrics,
    isReady: readiness.isReady,
    // Anyone who opened this port decided who reaches it.
    checkMayRead: (request) => token !== undefined && checkMayReadMetrics(request, token),
  })
}
