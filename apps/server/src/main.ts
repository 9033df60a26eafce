import pino from 'pino'
import { createApplication, type Application } from './application.ts'
import { announce, type Instance } from './announce.ts'
import { addDemo } from './demo/demo.ts'
import { systemClock } from './platform/clock.ts'
import { configure } from './platform/config/config.ts'
import { readEnvironment } from './platform/config/env.ts'
import { makeDataFolder } from './platform/data-folder.ts'
import { hasEmbedded, startEmbedded, type EmbeddedDatabase } from './platform/db/embedded.ts'
import { orSayWhyNot } from './platform/http/listen.fault.ts'
import { prepare } from './prepare.ts'

/** Milliseconds for calls and jobs to end before the process ends without them. */
const longestStop = 15_000
/**
 * One Ctrl+C comes several times: from the terminal, from npm, and from what npm started. Who insists on the end
 * does so later. Milliseconds.
 */
const insistsAfter = 1000

/** What has to be stopped, as far as it was started. */
const started: { database?: Promise<EmbeddedDatabase>; application?: Application } = {}
let stoppingSince: number | undefined

/** Calls and jobs first, the database last; `drain` as the application takes it. Ends the process with `code`. */
async function stop(drain: number, code = 0): Promise<void> {
  if (stoppingSince !== undefined) {
    if (performance.now() - stoppingSince > insistsAfter) process.exit(1)
    return
  }
  stoppingSince = performance.now()
  const { application, database } = started
  // A part that does not end must not keep the process alive.
  setTimeout(() => {
    application?.platform.log.error('calls or jobs did not end in time, and are cut off')
    process.exit(1)
  }, drain + longestStop).unref()
  await application
    ?.close(drain)
    .catch((error: unknown) => application.platform.log.error({ err: error }, 'stopped late'))
  const embedded = await database?.catch(() => undefined)
  await embedded?.stop()
  process.exit(code)
}

/**
 * What nothing caught ends the process, in order. Logged is what the error says, without what libraries hang on it:
 * connections, their statements, and values.
 */
function endBy(fault: unknown): void {
  const err = new Error(fault instanceof Error ? fault.message : String(fault))
  err.stack = fault instanceof Error ? fault.stack : undefined
  const log = started.application?.platform.log ?? pino()
  log.fatal({ err }, 'a fault that nothing caught ends this process')
  void stop(0, 1).catch(() => process.exit(1))
}

/** Anyone who runs the process with an empty data folder, by mistake, has to learn of it. */
function warnOfNewKey({ platform: { log, secrets, config } }: Application, { fresh }: Instance): void {
  if (fresh || !secrets.isNew) return
  log.warn(
    { file: `${config.dataDir}/secret-key` },
    'a new secret key was made, for an instance that had another one: what was encrypted cannot be read. If that one is not lost, put it back (SECRET_KEY, or the file)',
  )
}

async function listen({ platform, openOperations, openDoors }: Application): Promise<void> {
  const { port, host, operationsPort, roles } = platform.config
  if (operationsPort !== undefined)
    await orSayWhyNot(openOperations(), { name: 'OPERATIONS_PORT', host, port: operationsPort })
  if (roles.web) await orSayWhyNot(openDoors({ port, host }), { name: 'PORT', host, port })
}

process.on('uncaughtException', endBy)

async function start(): Promise<void> {
  const config = configure(readEnvironment())
  // Who stops it at a terminal need not wait for a load balancer.
  process.on('SIGINT', () => void stop(0))
  // The latter two: its terminal was closed, and npm start, which has a channel to it, was killed.
  for (const event of ['SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop(config.drain))

  await makeDataFolder(config.dataDir)
  if (!config.databaseUrl) {
    const isThere = await hasEmbedded(config.dataDir)
    process.stdout.write(isThere ? 'Starting the database …\n' : 'Creating the database …\n')
    started.database = startEmbedded(config.dataDir)
  }
  const embedded = await started.database
  const url = config.databaseUrl ?? embedded?.url ?? ''
  await prepare(config, url)
  process.stdout.write('Starting the application …\n')
  const application = await createApplication(config, url, systemClock)
  started.application = application
  const instance = await application.modules.identity.ensureInstance(addDemo(application))
  warnOfNewKey(application, instance)

  await listen(application)
  if (config.roles.worker) await application.startWorker()
  if (stoppingSince === undefined) announce(application, instance)
}

start().catch((error: unknown) => {
  // What does not start because it is being stopped is no fault.
  if (stoppingSince !== undefined) return
  process.stderr.write(
    `\nSteward could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  void stop(0, 1).catch(() => process.exit(1))
})
