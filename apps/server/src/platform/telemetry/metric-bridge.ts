import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>

interface Span {
  startTime: HrTime
  endTime: HrTime
}

const thousand = 1000
const million = 1_000_000

function timeOf(milliseconds: number): HrTime {
  return [Math.floor(milliseconds / thousand), Math.round((milliseconds % thousand) * million)]
}

function descriptorOf({ name, help }: Metric) {
  const unit = /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1]
  return {
    name,
    description: help,
    unit: unit === 'seconds' ? 's' : unit === 'bytes' ? 'By' : '',
    valueType: ValueType.DOUBLE,
  }
}

function pointsOf({ values }: Metric, span: Span): DataPoint<number>[] {
  return values.map(({ labels, value }) => ({ ...span, attributes: labels as Attributes, value }))
}

/** prom-client counts in each bucket all that are smaller; OpenTelemetry counts those that belong there. */
function histogramOf(values: Metric['values']): Histogram {
  const buckets = values
    .filter(({ metricName }) => metricName?.endsWith('_bucket'))
    .map(({ labels, value }) => ({ bound: Number(String(labels['le']).replace('+Inf', 'Infinity')), value }))
    .toSorted((a, b) => a.bound - b.bound)
  const valueOf = (suffix: string) =>
    values.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
  return {
    buckets: {
      boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
      counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
    },
    sum: valueOf('_sum'),
    count: valueOf('_count'),
  }
}

function histogramPointsOf({ values }: Metric, span: Span): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels: { le: _bound, ...rest } }) => JSON.stringify(rest))
  return [...groups].map(([labels, group]) => ({
    ...span,
    attributes: JSON.parse(labels) as Attributes,
    value: histogramOf(group),
  }))
}

function dataOf(metric: Metric, span: Span): MetricData[] {
  const base = { descriptor: descriptorOf(metric), aggregationTemporality: AggregationTemporality.CUMULATIVE }
  switch (String(metric.type)) {
    case 'counter':
      return [
        { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: pointsOf(metric, span) },
      ]
    case 'gauge':
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: pointsOf(metric, span) }]
    case 'histogram':
      return [
        { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPointsOf(metric, span) },
      ]
    default:
      return []
  }
}

/** Passes the metrics of /metrics on to OpenTelemetry, so that everything is measured once. */
export function bridgeMetrics(registry: Registry, resource: Resource): MetricProducer {
  const startTime = timeOf(Date.now() - process.uptime() * thousand)
  return {
    async collect() {
      const span = { startTime, endTime: timeOf(Date.now()) }
      const metrics = (await registry.getMetricsAsJSON()) as Metric[]
      return {
        resourceMetrics: {
          resource,
          scopeMetrics: [
            { scope: { name: 'steward' }, metrics: metrics.flatMap((metric) => dataOf(metric, span)) },
          ],
        },
        errors: [],
      }
    },
  }
}
