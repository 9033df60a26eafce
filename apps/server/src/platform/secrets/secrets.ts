import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key for one purpose, made of one of the secret keys. */
export interface PurposeKey {
  /** Names the secret key it is made of, and tells nothing about it. */
  id: string
  key: Buffer
}

export interface Secrets {
  /** The text, encrypted with the first key; only `decrypt` with the same purpose reads it. */
  encrypt(text: string, purpose: string): string
  /** Throws when it was changed, or encrypted for another purpose or with a key that is no longer there. */
  decrypt(encrypted: string, purpose: string): string
  /** 32 bytes that belong to the purpose and to the first key. */
  key(purpose: string): Buffer
  /** The same of every key, the first one first: what was made with an older one is still accepted. */
  keys(purpose: string): readonly PurposeKey[]
  /** Whether the key was made just now, since there was none. */
  isNew: boolean
}

const fileName = 'secret-key'
const shortestKey = 32
const ivLength = 12
const tagLength = 16

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The key of the data folder; processes that start together all get the one that was there first. */
function keyOfFolder(folder: string): { secret: string; isNew: boolean } {
  const path = join(folder, fileName)
  const known = read(path)
  if (known !== undefined && known.length >= shortestKey) return { secret: known, isNew: false }
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  let isNew = true
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    isNew = false
  } finally {
    rmSync(draft)
  }
  const kept = read(path)
  if (!kept || kept.length < shortestKey) throw new Error(`${path} holds no key. Put back the one it held.`)
  return { secret: kept, isNew }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'steward', purpose, 32))
}

/** The purpose of an encrypted text is authenticated with it. */
function contextOf(id: string, purpose: string): Buffer {
  return Buffer.from(`${id} ${purpose}`)
}

/** Encryption and keys, from `SECRET_KEY` or from the file in the data folder, which is made when absent. */
export function createSecrets(config: {
  secretKeys: readonly string[] | undefined
  dataDir: string
}): Secrets {
  const ofFolder = config.secretKeys ? undefined : keyOfFolder(config.dataDir)
  const secrets = (config.secretKeys ?? [ofFolder?.secret ?? '']).map((secret) => ({
    secret,
    id: createHash('sha256').update(derive(secret, 'key-id')).digest('hex').slice(0, 8),
  }))
  const known = new Map<string, readonly PurposeKey[]>()
  const keys = (purpose: string): readonly PurposeKey[] => {
    const made = known.get(purpose) ?? secrets.map(({ id, secret }) => ({ id, key: derive(secret, purpose) }))
    known.set(purpose, made)
    return made
  }
  const first = (purpose: string): PurposeKey => keys(purpose)[0] as PurposeKey

  return {
    keys,
    isNew: ofFolder?.isNew ?? false,
    key: (purpose) => first(purpose).key,
    encrypt(text, purpose) {
      const { id, key } = first(purpose)
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
      cipher.setAAD(contextOf(id, purpose))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${id}.${sealed.toString('base64url')}`
    },
    decrypt(encrypted, purpose) {
      const [id = '', body = ''] = encrypted.split('.')
      const key = keys(purpose).find((one) => one.id === id)?.key
      if (!key) throw new Error('Encrypted with a key that is not in SECRET_KEY')
      const sealed = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength), {
        authTagLength: tagLength,
      })
      decipher.setAAD(contextOf(id, purpose))
      decipher.setAuthTag(sealed.subarray(-tagLength))
      const text = [decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    },
  }
}
