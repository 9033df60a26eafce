import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { composeModules, type Modules } from './modules.ts'
import { createCaches } from './platform/cache/tenant-cache.ts'
import { pretendable, type Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { countCallStatements, openDatabase } from './platform/db/database.ts'
import { startDispatcher } from './platform/events/dispatcher.ts'
import { createAdmission, type Admission } from './platform/http/admission.ts'
import { createDoors, type OpenDoors } from './platform/http/doors.ts'
import { buildServer } from './platform/http/server.ts'
import { createAbandonedJobs } from './platform/jobs/abandoned.ts'
import { runJobs } from './platform/jobs/jobs.ts'
import { openNotices } from './platform/notices/notices.ts'
import { createLoadAverage } from './platform/pace/load-average.ts'
import { unthrottledLane, inLane } from './platform/pace/lane.ts'
import { createJobThrottle } from './platform/pace/job-throttle.ts'
import { startSender, type Transports } from './platform/outbox/sender.ts'
import { createParserPool } from './platform/parsing/parser-pool.ts'
import type { Platform } from './platform/platform.ts'
import { createDueJobs } from './platform/schedule/due-work.jobs.ts'
import type { DueHandler } from './platform/schedule/schedule.ts'
import { isTicking } from './platform/schedule/ticker.health.ts'
import { startTicker } from './platform/schedule/ticker.ts'
import { createSecrets } from './platform/secrets/secrets.ts'
import { createMetrics } from './platform/telemetry/metrics.ts'
import type { OperationsPort } from './platform/telemetry/operations-port.ts'
import { observeTasks } from './platform/telemetry/observed.ts'
import { openOperations, openTelemetry } from './platform/telemetry/telemetry.ts'

export interface Application {
  platform: Platform
  modules: Modules
  app: FastifyInstance
  admission: Admission
  openDoors: OpenDoors
  /** Opens the second port, where the environment names one; gives its number. */
  openOperations(): Promise<number | undefined>
  /** Runs jobs and delivers events, until closed. */
  startWorker(): Promise<void>
  /**
   * Ends calls and jobs, each when it is done or has come to a place where another process can go on. For
   * `drain` milliseconds calls are taken still, while /readyz says that no more should come.
   */
  close(drain?: number): Promise<void>
}

const workerConcurrency = 3

/** Puts the application together on a migrated database. */
export async function createApplication(
  config: Config,
  databaseUrl: string,
  clock: Clock,
  log: Logger = pino({ level: config.logLevel }),
): Promise<Application> {
  const secrets = createSecrets(config)
  const { calls } = config
  const database = openDatabase(databaseUrl, config.databasePool, calls.longestStatement)
  const demand = createLoadAverage()
  const admission = createAdmission({ places: calls.atOnce, demand }, log)
  const metrics = createMetrics(config.roles)
  const telemetry = await openTelemetry(config, { metrics, database, admission }, log)
  const notices = await openNotices(database)
  const caches = createCaches(database, notices)
  const parsers = createParserPool()
  const platform: Platform = {
    database,
    notices,
    caches,
    clock: pretendable(clock),
    config,
    parsers,
    secrets,
    log,
  }
  const modules = await composeModules(platform)
  let isLeaving = false
  let starting: Promise<void> | undefined
  const readiness = {
    async isReady() {
      if (isLeaving || ((await database.owner.query('select from migration limit 1')).rowCount ?? 0) === 0)
        return false
      // A process that only serves calls can serve them while the workers are away.
      return starting === undefined || isTicking(database.owner)
    },
  }
  const app = await buildServer({
    logLevel: config.logLevel,
    validateResponses: config.validateResponses,
    trustedProxies: config.trustedProxies,
    admission,
    findActor: modules.identity.findActor,
    legal: config.legal,
    audit: modules.audit.calls,
    isLeaving: () => isLeaving,
    readiness,
    metrics,
    traceCalls: telemetry?.traceCalls,
    metricsToken: config.metricsToken,
    addRoutes: modules.addRoutes,
  })
  const openDoors = createDoors(app, calls.connections)
  const running: { stop(): Promise<void> }[] = []
  let operations: OperationsPort | undefined

  /** A process may be asked to leave at any point of this; what has begun by then is stopped by `stopParts`. */
  async function startParts(): Promise<void> {
    if (isLeaving) return
    const parts = modules.modules
    const { owner } = database
    const handlers = Object.assign({}, ...parts.map((part) => part.due ?? {})) as Record<string, DueHandler>
    const due = createDueJobs({ owner, clock, handlers })
    const abandoned = createAbandonedJobs({
      owner,
      handlers: Object.assign({}, ...parts.map((part) => part.abandoned ?? {})),
    })
    const tasks = observeTasks(
      Object.assign(due, abandoned.tasks, ...parts.map((part) => part.tasks ?? {})),
      metrics,
    )
    const crontab = [abandoned.schedule, ...parts.flatMap((part) => part.schedules ?? [])].join('\n')
    const rests = createJobThrottle(demand, () => countCallStatements(database))
    const jobs = await runJobs(database, tasks, { log, crontab, concurrency: workerConcurrency, rests })
    running.push(jobs)
    if (isLeaving) return
    await inLane(unthrottledLane, async () => {
      const subscribers = parts.flatMap((part) => part.subscribers ?? [])
      const transports = Object.assign({}, ...parts.map((part) => part.transports ?? {})) as Transports
      running.push(startDispatcher({ database, notices, subscribers, metrics, log, rests }))
      running.push(startTicker({ owner, clock, log }))
      running.push(startSender({ owner, notices, clock, log, metrics, transports, holder: jobs.processId }))
      for (const part of parts) if (!isLeaving) await part.onWorkerStart?.()
    })
  }

  async function stopParts(): Promise<void> {
    // Anyone who started them is notified of what went wrong with that.
    await starting?.catch(() => undefined)
    await Promise.all(running.map((part) => part.stop()))
  }

  return {
    platform,
    modules,
    app,
    admission,
    openDoors,
    async openOperations() {
      operations = await openOperations(config, metrics, readiness)
      return operations?.port
    },
    startWorker() {
      starting = startParts()
      return starting
    },
    async close(drain = 0) {
      isLeaving = true
      const ended = stopParts()
      // Told below; until then it is no one's.
      ended.catch(() => undefined)
      if (drain > 0 && app.server.listening) await wait(drain)
      await app.close()
      await ended
      for (const part of modules.modules) await part.onClose?.()
      await parsers.close()
      await operations?.close()
      await notices.close()
      await telemetry?.close()
      await database.close()
    },
  }
}
