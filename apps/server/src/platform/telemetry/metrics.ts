import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { release } from '../release.ts'

/** The counters and histograms of the process. */
export interface Metrics {
  registry: Registry
  /** `seconds` that a call took, by its route and the status of its answer. */
  noteCall(method: string, route: string, status: number, seconds: number): void
  /** `seconds` that a job took. */
  noteJob(task: string, outcome: 'done' | 'failed', seconds: number): void
  /** Events that a listener was notified, or failed to hear. */
  noteEvents(type: string, outcome: 'done' | 'failed', count: number, seconds: number): void
  /** `seconds` that an attempt to send an entry of the outbox took. */
  noteSending(channel: string, outcome: 'delivered' | 'failed' | 'unknown', seconds: number): void
  /** Something that is counted elsewhere, and is asked for when someone looks. */
  addGauge(name: string, help: string, read: () => number): void
  /** The same of something that only grows. */
  addCounter(name: string, help: string, read: () => number): void
}

const callBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10]
const jobBuckets = [0.01, 0.1, 0.5, 2, 10, 60, 300, 1800]

/** Counts from the start of the process. `roles` are its roles. */
export function createMetrics(roles: { web: boolean; worker: boolean }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'steward_' })
  new Gauge({
    name: 'steward_build_info',
    help: 'Always 1; the labels are the release and the roles of the process',
    labelNames: ['release', 'web', 'worker'],
    registers,
  })
    .labels(release, String(roles.web), String(roles.worker))
    .set(1)
  const calls = new Histogram({
    name: 'steward_http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: callBuckets,
    registers,
  })
  const jobs = new Histogram({
    name: 'steward_job_duration_seconds',
    help: 'Time that jobs took, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const telling = new Histogram({
    name: 'steward_event_telling_seconds',
    help: 'Time that listeners took for events delivered together, by type and outcome',
    labelNames: ['type', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const sending = new Histogram({
    name: 'steward_outbox_attempt_seconds',
    help: 'Time that attempts to send entries of the outbox took, by channel and outcome',
    labelNames: ['channel', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const told = new Counter({
    name: 'steward_events_told_total',
    help: 'Events that were delivered, each as often as it has subscribers, by type and outcome',
    labelNames: ['type', 'outcome'],
    registers,
  })

  /** By route, method and status: to look the labels up each time takes longer than to count. */
  const observed = new Map<string, Map<string, (seconds: number) => void>>()

  function observerOf(method: string, route: string, status: number): (seconds: number) => void {
    const ofRoute = observed.get(route) ?? new Map<string, (seconds: number) => void>()
    observed.set(route, ofRoute)
    const answer = `${method} ${status}`
    const known = ofRoute.get(answer)
    if (known) return known
    const child = calls.labels(method, route, String(status))
    const observe = (seconds: number) => child.observe(seconds)
    ofRoute.set(answer, observe)
    return observe
  }

  return {
    registry,
    noteCall: (method, route, status, seconds) => observerOf(method, route, status)(seconds),
    noteJob: (task, outcome, seconds) => jobs.labels(task, outcome).observe(seconds),
    noteSending: (channel, outcome, seconds) => sending.labels(channel, outcome).observe(seconds),
    noteEvents(type, outcome, count, seconds) {
      telling.labels(type, outcome).observe(seconds)
      told.labels(type, outcome).inc(count)
    },
    addGauge(name, help, read) {
      registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(read())
          },
        }),
      )
    },
    addCounter(name, help, read) {
      registry.registerMetric(
        new Counter({
          name,
          help,
          registers: [],
          collect() {
            this.reset()
            this.inc(read())
          },
        }),
      )
    },
  }
}
