import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { createSecrets } from '../platform/secrets/secrets.ts'
import { BackupError } from './backup.error.ts'

type KeyPlace = Pick<Config, 'dataDir' | 'secretKeys'>

/** The secret key that lies in the data folder; undefined where there is none, or another is set. */
export async function readKeyOfFolder({ dataDir, secretKeys }: KeyPlace): Promise<string | undefined> {
  if (secretKeys) return undefined
  return readFile(join(dataDir, 'secret-key'), 'utf8').catch(() => undefined)
}

/** Names the secret keys that open what is encrypted, the one in use first; none where there is no key yet. */
async function keyIdsOf(place: KeyPlace): Promise<string[]> {
  if (!place.secretKeys && (await readKeyOfFolder(place)) === undefined) return []
  return createSecrets(place)
    .keys('backup')
    .map(({ id }) => id)
}

/** Names the secret key that is in use, and tells nothing about it; null where there is none yet. */
export async function keyIdOf(place: KeyPlace): Promise<string | null> {
  return (await keyIdsOf(place))[0] ?? null
}

/** Whether what was encrypted with a key of this name can be read here, also with one that was replaced since. */
export async function opensSecretsOf(place: KeyPlace, keyId: string | null): Promise<boolean> {
  const own = await keyIdsOf(place)
  return keyId === null ? own.length === 0 : own.includes(keyId)
}

/** Throws where the data folder holds another key than the backup. */
export async function checkKeyOfFolder(place: KeyPlace, restored: string): Promise<void> {
  const held = await readKeyOfFolder(place)
  if (held === undefined || held.trim() === restored.trim()) return
  throw new BackupError(
    `${join(place.dataDir, 'secret-key')} holds another key than the backup. Nothing was changed. Move the file away, and restore again.`,
  )
}

/** Puts the key of a backup into the data folder, where none is set and none lies there. */
export async function placeKeyOfFolder(place: KeyPlace, restored: string): Promise<boolean> {
  if (place.secretKeys) return false
  await checkKeyOfFolder(place, restored)
  if ((await readKeyOfFolder(place)) !== undefined) return true
  await writeFile(join(place.dataDir, 'secret-key'), restored, { mode: 0o600, flag: 'wx' })
  return true
}
