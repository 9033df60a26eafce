import { hostname } from 'node:os'
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { TelemetryConfig } from '../config/config.ts'
import { release } from '../release.ts'
import { traceCalls } from './call.tracing.ts'
import { bridgeMetrics } from './metric-bridge.ts'
import type { Metrics } from './metrics.ts'
import { tracingBySpans } from './span.ts'
import { traceStatements } from './statement.tracing.ts'
import { traceBy } from './tracing.ts'

/** Milliseconds. */
const metricsEvery = 60_000
const tracesEvery = 2000
const longestExport = 10_000
const longestEnd = 2000
const complainEvery = 300_000

/** Sends traces and metrics to a collector. */
export interface Telemetry {
  traceCalls(app: FastifyInstance): void
  traceStatements(client: pg.PoolClient): void
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>
}

const nothing = () => undefined

/** The SDK complains with every attempt; one line in five minutes tells as much. */
function listenToComplaints(log: Pick<Logger, 'warn'>): void {
  let told = -Infinity
  const complain = (message: string) => {
    const now = performance.now()
    if (now - told < complainEvery) return
    told = now
    log.warn({ reason: message.slice(0, 300) }, 'traces or metrics could not be sent')
  }
  diag.setLogger(
    { error: complain, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

/** Begins to send. The SDK is large: this file is loaded only where the operator named a collector. */
export function startTelemetry(
  config: TelemetryConfig,
  metrics: Metrics,
  log: Pick<Logger, 'warn'>,
): Telemetry {
  const { headers, serviceName, sampled } = config
  const timeoutMillis = longestExport
  listenToComplaints(log)
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.version': release,
    'service.instance.id': `${hostname()}:${process.pid}`,
  })
  const ratio = new TraceIdRatioBasedSampler(sampled)
  const tracing = new TracerProvider({
    resource,
    // Anyone who calls may say what not to trace, and not make us trace more.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: config.tracesUrl, headers, timeoutMillis }),
        scheduledDelayMillis: tracesEvery,
      }),
    ],
  })
  const measuring = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: config.metricsUrl, headers, timeoutMillis }),
        exportIntervalMillis: metricsEvery,
        exportTimeoutMillis: longestExport,
        metricProducers: [bridgeMetrics(metrics.registry, resource)],
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(tracing)
  traceBy(tracingBySpans)

  return {
    traceCalls,
    traceStatements,
    async close() {
      const ended = Promise.allSettled([tracing.shutdown(), measuring.shutdown()])
      const late = new Promise((resolve) => setTimeout(resolve, longestEnd).unref())
      await Promise.race([ended, late])
      traceBy(undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
