import { configure, type Config } from '../platform/config/config.ts'
import { readEnvironment } from '../platform/config/env.ts'
import { checkAddress } from './address.check.ts'
import { checkBackup } from './backup.check.ts'
import { checkConnections } from './connection-count.check.ts'
import { checkDataFolder } from './data-folder.check.ts'
import { checkDatabase } from './database.check.ts'
import { connectDatabase } from './database.connection.ts'
import { findingsAbout, reasonOf, type Finding } from './finding.ts'
import { checkJobs } from './job.check.ts'
import { checkMachine } from './machine.check.ts'
import { checkMail, checkTexts } from './mail.check.ts'
import { checkMigrations } from './migration.check.ts'
import { checkExchangeRates, checkTelemetry } from './outside.check.ts'
import { checkPorts } from './port.check.ts'
import { checkProcesses } from './process.check.ts'
import { checkSecretKey } from './secret-key.check.ts'
import { checkStorage } from './storage.check.ts'
import type { Check } from './surroundings.ts'

/** In the order in which they are notified: what others stand on comes first. */
const checks: readonly Check[] = [
  checkMachine,
  checkDataFolder,
  checkPorts,
  checkDatabase,
  checkMigrations,
  checkConnections,
  checkProcesses,
  checkJobs,
  checkSecretKey,
  checkStorage,
  checkAddress,
  checkMail,
  checkTexts,
  checkExchangeRates,
  checkTelemetry,
  checkBackup,
]

function readConfig(environment: NodeJS.ProcessEnv): Config | Finding[] {
  const { fault } = findingsAbout('Environment')
  try {
    return configure(readEnvironment(environment))
  } catch (error) {
    const [, ...faults] = (error as Error).message.split('\n')
    return faults.map((line) =>
      fault(line.trim(), 'Correct it; docs/operate/environment.md has all variables.'),
    )
  }
}

/** A check that fails of itself is no reason to say nothing of the rest. */
async function run(check: Check, ...given: Parameters<Check>): Promise<readonly Finding[]> {
  try {
    return await check(...given)
  } catch (error) {
    const { warning } = findingsAbout('Doctor')
    return [
      warning(
        `${check.name || 'A check'} could not be done: ${reasonOf(error)}.`,
        'Its message may name the cause.',
      ),
    ]
  }
}

/** Examines the installation that the environment describes, and says how everything stands. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const config = readConfig(environment)
  if (Array.isArray(config)) return config
  const { client, finding } = await connectDatabase(config)
  try {
    const findings: Finding[] = [finding]
    for (const check of checks) findings.push(...(await run(check, { config, client })))
    return findings
  } finally {
    await client?.end()
  }
}
