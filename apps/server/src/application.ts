import type { FastifyInstance } from 'fastify'
import pino, { type Logger } from 'pino'
import { composeModules, type Modules } from './modules.ts'
import { createCaches } from './platform/cache/tenant-cache.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase } from './platform/db/database.ts'
import { startRelay } from './platform/events/events.ts'
import { buildServer } from './platform/http/server.ts'
import { runJobs } from './platform/jobs/jobs.ts'
import { openNotices } from './platform/notices/notices.ts'
import type { Platform } from './platform/platform.ts'
import { createSecrets } from './platform/secrets/secrets.ts'

export interface Application {
  platform: Platform
  modules: Modules
  app: FastifyInstance
  /** Runs jobs and tells events, until closed. */
  startWorker(): Promise<void>
  close(): Promise<void>
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
  const database = openDatabase(databaseUrl, config.databasePool)
  const notices = await openNotices(database)
  const caches = createCaches(database, notices)
  const platform: Platform = { database, notices, caches, clock, config, secrets, log }
  const modules = composeModules(platform)
  const app = await buildServer({
    logLevel: config.logLevel,
    validateResponses: config.validateResponses,
    trustedProxies: config.trustedProxies,
    findActor: modules.identity.findActor,
    legal: config.legal,
    audit: modules.auditCalls,
    readiness: {
      isReady: async () => ((await database.owner.query('select from migration limit 1')).rowCount ?? 0) > 0,
    },
    addRoutes: modules.addRoutes,
  })
  const running: { stop(): Promise<void> }[] = []
  return {
    platform,
    modules,
    app,
    async startWorker() {
      const parts = modules.modules
      const tasks = Object.assign({}, ...parts.map((part) => part.tasks ?? {}))
      const crontab = parts.flatMap((part) => part.schedules ?? []).join('\n')
      running.push(await runJobs(database, tasks, { log, crontab, concurrency: workerConcurrency }))
      running.push(
        startRelay(
          database,
          parts.flatMap((part) => part.listeners ?? []),
          log,
        ),
      )
      for (const part of parts) await part.onWorkerStart?.()
    },
    async close() {
      await app.close()
      for (const part of modules.modules) await part.onClose?.()
      await Promise.all(running.map((part) => part.stop()))
      await notices.close()
      await database.close()
    },
  }
}
