import { readFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { bytesInWords, findingsAbout, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const oldestNode = 24
const leastMemory = 900 * 1024 ** 2
const leastFiles = 4096

function checkNode(): Finding {
  const { ok, fault } = findingsAbout('Node')
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= oldestNode) return ok(`Node ${node}.`)
  return fault(
    `Node ${node} is too old.`,
    `Use npm start, which installs its own Node, or use Node ${oldestNode}.`,
  )
}

function checkMemory(): Finding {
  const { ok, warning } = findingsAbout('Machine')
  const message = `${availableParallelism()} processors, ${bytesInWords(totalmem())} of memory.`
  if (totalmem() >= leastMemory) return ok(message)
  return warning(message, 'Use at least 1 GB, or 2 GB with the embedded database.')
}

/** A connection, a file that is sent and a query each take one. */
async function checkOpenFiles(): Promise<Finding[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const most = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1] ?? leastFiles)
  if (most >= leastFiles) return []
  return [
    findingsAbout('Open files').warning(
      `This user may open ${most} files.`,
      `Raise the limit to ${leastFiles} or more: LimitNOFILE= of the systemd unit, or ulimit -n.`,
    ),
  ]
}

async function checkUser({ config }: Parameters<Check>[0]): Promise<Finding[]> {
  if (process.getuid?.() !== 0) return []
  const because = config.databaseUrl ? '' : ' The embedded database then runs as the user postgres.'
  return [
    findingsAbout('User').note(
      `The user is root.${because}`,
      'Run Steward as its own user, and the doctor as the same user.',
    ),
  ]
}

/** Node, processors, memory, open files, the user. */
export const checkMachine: Check = async (surroundings) => [
  checkNode(),
  checkMemory(),
  ...(await checkOpenFiles()),
  ...(await checkUser(surroundings)),
]
