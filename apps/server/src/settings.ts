import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { environmentFaults, environmentSchema, faultList, givenIn } from './platform/config/env.ts'
import { dataFolderFault } from './platform/data-folder.ts'
import { listenFaultOf, refusalAt, type Wanted } from './platform/http/listen.fault.ts'
import { administratorPasswordFault } from './platform/secrets/administrator-password.ts'

type Given = Record<string, string | undefined>
const { shape } = environmentSchema

/** An instance that exists has its administrator, and takes no notice of the password. */
async function passwordFault(given: Given, dataDir: string): Promise<string | undefined> {
  const email = shape.ADMIN_EMAIL.safeParse(given.ADMIN_EMAIL)
  const password = shape.ADMIN_PASSWORD.safeParse(given.ADMIN_PASSWORD)
  const exists = given.DATABASE_URL === undefined && existsSync(join(dataDir, 'postgres/PG_VERSION'))
  if (exists || !email.success || !password.success) return undefined
  return administratorPasswordFault({ email: email.data, password: password.data })
}

async function listeningFault(wanted: Wanted): Promise<string | undefined> {
  const fault = listenFaultOf(await refusalAt(wanted.host, wanted.port), wanted)
  return fault && `${fault.about}: ${fault.message} ${fault.advice}`
}

async function listeningFaults(given: Given): Promise<(string | undefined)[]> {
  const host = shape.HOST.safeParse(given.HOST)
  const roles = shape.ROLES.safeParse(given.ROLES)
  if (!host.success || !roles.success) return []
  const port = shape.PORT.safeParse(given.PORT)
  const operationsPort = shape.OPERATIONS_PORT.safeParse(given.OPERATIONS_PORT)
  const wanted: Wanted[] = []
  if (port.success && roles.data.includes('web'))
    wanted.push({ name: 'PORT', host: host.data, port: port.data })
  if (operationsPort.data !== undefined)
    wanted.push({ name: 'OPERATIONS_PORT', host: host.data, port: operationsPort.data })
  const faults: (string | undefined)[] = []
  // One after the other: they may be the same port.
  for (const one of wanted) faults.push(await listeningFault(one))
  return faults
}

/**
 * Checks all that can be seen of the settings before anything is installed, built or started. Relative folders
 * count from `folder`. Throws an error that names every fault, a line each. Runs on the oldest Node that `npm start`
 * supports, without packages, as scripts/lib/settings.generated.mjs.
 */
export async function checkSettings(source: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const given = givenIn(source)
  const dataDir = shape.DATA_DIR.safeParse(given.DATA_DIR)
  const seen = dataDir.success
    ? await Promise.all([
        passwordFault(given, resolve(folder, dataDir.data)),
        dataFolderFault(resolve(folder, dataDir.data)),
      ])
    : []
  const found = [...environmentFaults(source), ...seen, ...(await listeningFaults(given))]
  const faults = new Set(found.filter((fault) => fault !== undefined))
  if (faults.size > 0) throw new Error(faultList([...faults]))
}
