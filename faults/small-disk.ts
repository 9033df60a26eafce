import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A folder of a size of its own. */
export interface Disk {
  readonly folder: string
  /** Whether all room is taken just now. */
  readonly isFull: boolean
  /** Takes all room but so many bytes; undefined where the folder is an ordinary one, on a disk of others. */
  readonly fill: ((left: number) => void) | undefined
  /** Gives the room back. */
  free(): void
  remove(): void
}

/** Mounts a file system in memory; where that is not allowed, an ordinary folder. */
export function makeDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder, { recursive: true })
  // The database runs as another user than root does.
  chmodSync(folder, 0o711)
  const ballast = join(folder, 'ballast')
  const disk = {
    folder,
    get isFull() {
      return existsSync(ballast)
    },
    free: () => rmSync(ballast, { force: true }),
  }
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return Object.assign(disk, {
      fill: undefined,
      remove: () => rmSync(folder, { recursive: true, force: true }),
    })
  }
  return Object.assign(disk, {
    fill(left: number) {
      // Others write meanwhile, so that what was free a moment ago may not be.
      for (let time = 0; time < 20; time += 1) {
        const { bavail, bsize } = statfsSync(folder)
        const bytes = bavail * bsize - left
        if (bytes <= 0) return
        const before = existsSync(ballast) ? statSync(ballast).size : 0
        spawnSync('fallocate', ['-o', String(before), '-l', String(bytes), ballast], { stdio: 'ignore' })
      }
    },
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  })
}
