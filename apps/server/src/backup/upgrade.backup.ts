import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { release } from '../platform/release.ts'
import { sizeText } from './command.ts'
import { writeBackup } from './instance.backup.ts'

/** How many of these backups stay; the oldest go. */
const kept = 3
const prefix = 'before-'
const ending = '.backup'

/** Such as 20261122T101500123Z: by name they are in the order of their times. */
const stampOf = (date: Date): string => date.toISOString().replaceAll(/[-:.]/g, '')

/** The time at the end of a name. */
const stampIn = (name: string): string => name.slice(name.lastIndexOf('-') + 1)

/**
 * Leaves the newest, and nothing of those that were cut off. The first of this release stays as well: where an
 * upgrade fails again and again, the others are of what it left half done.
 */
async function tidy(folder: string): Promise<void> {
  const ours = (await readdir(folder)).filter((name) => name.startsWith(prefix))
  const cutOff = ours.filter((name) => !name.endsWith(ending))
  const whole = ours.filter((name) => name.endsWith(ending))
  const oldestFirst = whole.toSorted((one, other) => stampIn(one).localeCompare(stampIn(other)))
  const first = oldestFirst.find((name) => name.startsWith(`${prefix}${release}-`))
  const past = oldestFirst.slice(0, -kept).filter((name) => name !== first)
  for (const name of [...cutOff, ...past]) await rm(join(folder, name))
}

/**
 * Writes the database into `DATA_DIR/backups` before an upgrade changes it. Files stay as they are, because an
 * upgrade changes none. Throws, with a sentence, when the backup cannot be written.
 */
export async function backUpBeforeUpgrade(
  config: Config,
  url: string,
  say: (line: string) => void,
): Promise<void> {
  const folder = join(config.dataDir, 'backups')
  const to = join(folder, `${prefix}${release}-${stampOf(new Date())}${ending}`)
  say('Backing up the database before the upgrade.')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { size, seconds } = await writeBackup({ url, config, to, bytes: false })
    say(`The backup is ${to} (${sizeText(size)}, ${seconds.toFixed(1)} s).`)
    await tidy(folder)
  } catch (error) {
    throw new Error(
      `The backup before the upgrade failed: ${(error as Error).message} Nothing was changed. Free some disk space, or make a backup yourself and start with BACKUP_BEFORE_UPGRADE=off.`,
      { cause: error },
    )
  }
}
