import { constants } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { bytesInWords, findingsAbout, reasonOf, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const { ok, note, warning, fault } = findingsAbout('Data folder')
const space = findingsAbout('Disk space')

const gigabyte = 1024 ** 3
const wantedSpace = 2 * gigabyte
const leastSpace = gigabyte / 4
const postgresVersion = '18'

/** File systems on which a database loses what it wrote, by the numbers that statfs gives. */
const sharedSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x01021997, '9P'],
])

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory() || dirname(folder) === folder) return folder
  }
}

async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function checkRights({ dataDir }: Config): Promise<Finding> {
  const folder = await nearestFolder(dataDir)
  const isWritable = await mayWrite(folder)
  if (folder !== dataDir && (await stat(dataDir).catch(() => undefined)))
    return fault(`${dataDir} is a file, and no folder.`, 'Name a folder in DATA_DIR.')
  if (folder !== dataDir) {
    if (isWritable) return note(`${dataDir} is not there yet; the first start makes it.`)
    return fault(
      `${dataDir} is not there, and ${folder} is not yours to write.`,
      `Create it for the user that Steward runs as: install -d -o <user> -m 700 ${dataDir}`,
    )
  }
  if (isWritable) return ok(`${dataDir} can be written.`)
  return fault(
    `${dataDir} cannot be written.`,
    `Change its owner to the user that Steward runs as: chown -R <user> ${dataDir}. If that is another user, run the doctor as that user.`,
  )
}

/** Permission to read or write for users who neither own the folder nor are in its group. */
const ofOthers = 0o006

/** The folder and files that no one but the user may read. */
async function checkSecrecy({ dataDir }: Config): Promise<Finding[]> {
  if (process.platform === 'win32') return []
  const findings: Finding[] = []
  const folder = await stat(dataDir).catch(() => undefined)
  if (folder?.isDirectory() && (folder.mode & ofOthers) !== 0)
    findings.push(
      warning(
        `Every user of this machine can read or write ${dataDir}.`,
        `chmod o-rw ${dataDir}; with systemd: StateDirectoryMode=0700 in every unit.`,
      ),
    )
  for (const name of ['secret-key', 'database-password']) {
    const path = join(dataDir, name)
    const found = await stat(path).catch(() => undefined)
    if (found && (found.mode & 0o077) !== 0)
      findings.push(fault(`Other users can read ${path}.`, `chmod 600 ${path}`))
  }
  return findings
}

async function checkSpace({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(await nearestFolder(dataDir))
  const free = bavail * bsize
  const message = `${bytesInWords(free)} of ${bytesInWords(blocks * bsize)} are free where ${dataDir} lies.`
  const advice = 'Free some space, or move the folder: stop Steward, move it, set DATA_DIR, start.'
  if (free < leastSpace) return space.fault(message, advice)
  return free < wantedSpace ? space.warning(message, advice) : space.ok(message)
}

async function checkFileSystem({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  const { type } = await statfs(await nearestFolder(dataDir))
  const shared = sharedSystems.get(type)
  if (!shared || databaseUrl) return []
  return [
    fault(
      `${dataDir} lies on a network share (${shared}), and the embedded database in it.`,
      'Move it to a local disk, or use your own PostgreSQL (DATABASE_URL).',
    ),
  ]
}

async function checkCluster({ dataDir, databaseUrl }: Config): Promise<Finding[]> {
  const version = await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) return []
  if (databaseUrl) {
    return [
      note(
        `${dataDir}/postgres holds an embedded database, which DATABASE_URL leaves aside.`,
        'Delete it when you no longer need anything in it.',
      ),
    ]
  }
  if (version.trim() === postgresVersion) return []
  return [
    fault(
      `The embedded database was created by PostgreSQL ${version.trim()}, and this release has ${postgresVersion}.`,
      'Go back to the previous release, make a backup there, and restore it into an empty folder with this one.',
    ),
  ]
}

/** Rights, space and kind of the folder that DATA_DIR names. */
export const checkDataFolder: Check = async ({ config }) => {
  try {
    return [
      await checkRights(config),
      ...(await checkSecrecy(config)),
      await checkSpace(config),
      ...(await checkFileSystem(config)),
      ...(await checkCluster(config)),
    ]
  } catch (error) {
    return [
      fault(
        `${config.dataDir} could not be looked at: ${reasonOf(error)}.`,
        'Run the doctor as the user that Steward runs as.',
      ),
    ]
  }
}
