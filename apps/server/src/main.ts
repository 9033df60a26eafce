import { createApplication } from './application.ts'
import { announce } from './announce.ts'
import { addDemo } from './demo/demo.ts'
import { systemClock } from './platform/clock.ts'
import { configure } from './platform/config/config.ts'
import { readEnvironment } from './platform/config/env.ts'
import { startEmbedded } from './platform/db/embedded.ts'
import { migrate } from './platform/db/migrate.ts'
import { installJobs } from './platform/jobs/jobs.ts'
import { openPool } from './platform/db/pool.ts'

async function prepare(url: string): Promise<void> {
  await migrate(url)
  const owner = openPool({ url, max: 1, fenced: false })
  await installJobs(owner)
  await owner.end()
}

/** Milliseconds for calls and jobs to end before the process gives up on them. */
const longestStop = 15_000

async function start(): Promise<void> {
  const config = configure(readEnvironment())
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const url = config.databaseUrl ?? embedded?.url ?? ''
  await prepare(url)
  const application = await createApplication(config, url, systemClock)
  const instance = await application.modules.identity.ensureInstance(addDemo(application))

  let stopping = false
  const stop = async () => {
    // A second signal, or a part that does not end, must not keep the process alive.
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), longestStop).unref()
    await application
      .close()
      .catch((error: unknown) => application.platform.log.error({ err: error }, 'stopped late'))
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  if (config.roles.web) await application.app.listen({ port: config.port, host: config.host })
  if (config.roles.worker) await application.startWorker()
  announce(application, instance)
}

start().catch((error: unknown) => {
  process.stderr.write(
    `\nSteward could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
