import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Body } from './message.rendering.ts'

const purpose = 'message'

/** A body as it is stored: it may hold a code or a temporary password. */
export function sealBody(secrets: Secrets, body: Body): string {
  return secrets.encrypt(JSON.stringify(body), purpose)
}

/** Throws when the key that it was encrypted with is no longer there. */
export function openBody(secrets: Secrets, sealed: string): Body {
  return JSON.parse(secrets.decrypt(sealed, purpose)) as Body
}
