import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { bytesInWords, findingsAbout, secondsInWords } from './finding.ts'
import type { Check } from './surroundings.ts'

const { ok, note, warning } = findingsAbout('Backup')
/** One night may fail, and be seen by then. Seconds. */
const twoNights = 50 * 3600
const advice =
  'npm run backup -- --to <file>, every night and to another machine; see docs/operate/backup.md.'

const lastBackup = z.object({
  at: z.coerce.date(),
  path: z.string(),
  size: z.number(),
  encrypted: z.boolean(),
})

/** When the last backup was made that `npm run backup` reports. */
export const checkBackup: Check = async ({ config }) => {
  const text = await readFile(join(config.dataDir, 'last-backup.json'), 'utf8').catch(() => undefined)
  if (text === undefined)
    return [
      warning(
        `${config.dataDir} records no backup.`,
        `If another system makes them, such as your provider, test a restore. Otherwise: ${advice}`,
      ),
    ]
  const { at, path, size, encrypted } = lastBackup.parse(JSON.parse(text))
  const seconds = (Date.now() - at.getTime()) / 1000
  const message = `The last one is ${secondsInWords(seconds)} old: ${path}, ${bytesInWords(size)}.`
  return [
    seconds > twoNights ? warning(message, advice) : ok(message),
    ...(encrypted
      ? []
      : [note('It is not encrypted.', 'Keep it where few can read it, or give --key-file.')]),
  ]
}
