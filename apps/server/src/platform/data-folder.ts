import { mkdir, stat } from 'node:fs/promises'
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

/** Makes the data folder where it is missing, for its owner alone. Throws with a sentence where that is impossible. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  await makeFolder(dataDir, ownerAlone).catch((error: Error) => {
    throw new Error(
      `DATA_DIR: ${dataDir} can't be created: ${error.message}. Use a folder that the user can create and write, or create it: install -d -o <user> -m 700 ${dataDir}`,
      { cause: error },
    )
  })
}
