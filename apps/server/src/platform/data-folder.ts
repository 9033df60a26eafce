import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const ownerAlone = 0o700

async function makeFolder(path: string, mode?: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return
  if (found) throw new Error(`${path} is a file, and no folder`)
  // Not `recursive`: where the file system has folders of its own making, as /proc, that never ends.
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** The sentence about a folder that cannot be used. */
function sentenceOf(dataDir: string, reason: string): string {
  return `DATA_DIR: ${dataDir} cannot be made: ${reason}. Name a folder that the user may make and write, or make it: install -d -o <user> -m 700 ${dataDir}`
}

/** Makes the data folder where it is missing, for its owner alone. Throws with a sentence where that is impossible. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await makeFolder(dataDir, ownerAlone).catch((error: Error) => {
    throw new Error(sentenceOf(dataDir, error.message), { cause: error })
  })
}

/** Why nothing could be made or written in the folder, as a sentence; undefined where it could. Changes nothing. */
export async function dataFolderFault(dataDir: string): Promise<string | undefined> {
  for (let folder = dataDir; ; folder = dirname(folder)) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error)
    const isMissing = found instanceof Error && found.code === 'ENOENT' && dirname(folder) !== folder
    if (isMissing) continue
    if (found instanceof Error) return sentenceOf(dataDir, found.message)
    if (!found.isDirectory()) return sentenceOf(dataDir, `${folder} is a file, and no folder`)
    const refusal = await access(folder, constants.W_OK | constants.X_OK).catch((error: Error) => error)
    return refusal ? sentenceOf(dataDir, refusal.message) : undefined
  }
}
