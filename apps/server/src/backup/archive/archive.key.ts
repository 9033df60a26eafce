import { readFile } from 'node:fs/promises'
import { BackupError } from '../backup.error.ts'

/** What an archive is encrypted with: a passphrase, or keys of the format "age". */
export type ArchiveKey =
  | { kind: 'passphrase'; passphrase: string }
  /** Public keys encrypt, secret ones do both. */
  | { kind: 'keys'; recipients: string[]; identities: string[] }

const shortestPassphrase = 16

/** The key that a file holds: lines as `age-keygen` writes them, or anything else as a passphrase. */
export function parseKey(text: string): ArchiveKey {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const recipients = lines.filter((line) => line.startsWith('age1'))
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (recipients.length + identities.length > 0) {
    if (recipients.length + identities.length === lines.length)
      return { kind: 'keys', recipients, identities }
    throw new BackupError('The key file contains something other than age keys. Remove it.')
  }
  const passphrase = text.trim()
  if (passphrase.length >= shortestPassphrase) return { kind: 'passphrase', passphrase }
  throw new BackupError(
    `The key file contains no key. Put a passphrase of at least ${shortestPassphrase} characters into it, such as the output of openssl rand -base64 32, or a key from age-keygen.`,
  )
}

/** Reads a key file. */
export async function readKey(path: string): Promise<ArchiveKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new BackupError(`The key file ${path} cannot be read.`, { cause: error })
  })
  return parseKey(text)
}

// The library is needed for encrypted archives alone.
const age = () => import('age-encryption')

/** The power of two by which a passphrase is hard to guess. */
const usualWork = 18

/** Encrypts a stream. */
export async function encrypt(
  key: ArchiveKey,
  plain: ReadableStream<Uint8Array>,
  work = usualWork,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter, identityToRecipient } = await age()
  const encrypter = new Encrypter()
  if (key.kind === 'passphrase') {
    encrypter.setPassphrase(key.passphrase)
    encrypter.setScryptWorkFactor(work)
  } else {
    const own = await Promise.all(key.identities.map((identity) => identityToRecipient(identity)))
    for (const recipient of new Set([...key.recipients, ...own])) encrypter.addRecipient(recipient)
  }
  return encrypter.encrypt(plain)
}

/** Decrypts a stream. Throws BackupError where the key does not fit. */
export async function decrypt(
  key: ArchiveKey,
  sealed: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  if (key.kind === 'keys' && key.identities.length === 0) {
    throw new BackupError(
      "The key file contains only a public key, which can't decrypt. Use the file with the secret key, AGE-SECRET-KEY-…",
    )
  }
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  if (key.kind === 'passphrase') decrypter.addPassphrase(key.passphrase)
  else for (const identity of key.identities) decrypter.addIdentity(identity)
  try {
    return await decrypter.decrypt(sealed)
  } catch (error) {
    throw new BackupError("The key doesn't match this file, or the start of the file is damaged.", {
      cause: error,
    })
  }
}
