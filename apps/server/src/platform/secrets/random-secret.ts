import { createHash, randomBytes } from 'node:crypto'

/** The SHA-256 of a secret: what of it is stored. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** 32 random bytes in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
