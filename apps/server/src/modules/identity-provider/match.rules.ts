import type { UserDirectory, UserEntry } from '../user-management/index.ts'
import type { ProvenIdentity } from './provider.port.ts'

/** email: the provider did not verify the address. unknown: no one who may sign in has it. */
export type Mismatch = 'email' | 'unknown'

const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** Microsoft sends no `email_verified`; that it checked the owner of the domain is a claim of its own. */
function isVerified(claims: Record<string, unknown>): boolean {
  if (claims.email_verified !== undefined) return isTrue(claims.email_verified)
  return isTrue(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === '1'
}

/** Reads the claims of a token, or attributes of the same names. */
export function identityOf(claims: Record<string, unknown>): ProvenIdentity {
  const userId = Number(claims['custom:userId'] ?? Number.NaN)
  return {
    email: typeof claims.email === 'string' && claims.email !== '' ? claims.email.toLowerCase() : null,
    emailVerified: isVerified(claims),
    userId: Number.isSafeInteger(userId) && userId > 0 ? userId : null,
  }
}

/** Someone who was invited and proves to be the one shows up for the first time. */
const welcome = new Set<UserEntry['status']>(['ACTIVE', 'INVITED', 'FORCE_CHANGE_PASSWORD'])

function entryOf(identity: ProvenIdentity, directory: UserDirectory): UserEntry | Mismatch {
  const { email, emailVerified, userId } = identity
  // Anyone who may write an address of their own into the provider may write an id beside it.
  if (email !== null && !emailVerified) return 'email'
  const byEmail = email === null ? undefined : directory.byEmail.get(email)
  if (userId !== null) {
    const byId = directory.byId.get(userId)
    // An id that contradicts a verified address was put there by someone who may not.
    return byId && (byEmail === undefined || byEmail === byId) ? byId : 'unknown'
  }
  return byEmail ?? 'unknown'
}

/** The user of the company whom a proven identity is, by the id that it carries, else by a verified address. */
export function matchUser(identity: ProvenIdentity, directory: UserDirectory): UserEntry | Mismatch {
  const entry = entryOf(identity, directory)
  if (typeof entry === 'string') return entry
  return entry.kind === 'person' && welcome.has(entry.status) ? entry : 'unknown'
}
