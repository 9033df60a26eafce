import { mkdir, rmdir, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const abandonedAfterMs = 120_000

async function take(path: string): Promise<boolean> {
  return mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function dropIfAbandoned(path: string): Promise<void> {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
  if (age > abandonedAfterMs) await rmdir(path).catch(() => undefined)
}

/**
 * Does the work while holding a lock that other processes respect: a folder, which one process alone
 * can make. The lock of a process that was killed is abandoned after two minutes.
 */
export async function withFolderLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    await dropIfAbandoned(path)
    await wait(100)
  }
  try {
    return await work()
  } finally {
    await rmdir(path).catch(() => undefined)
  }
}
