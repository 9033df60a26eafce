import { accessTokenMinutes } from '@steward/contracts/identity'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../secrets/secrets.ts'

const issuer = 'steward'
const algorithm = 'HS256'
const purpose = 'access-token'
const mostKnown = 20_000
/** How every JWT begins: an object in base64url. Tokens of other kinds cost no attempt to verify them. */
const beginning = 'eyJ'

/** The claims of an access token. Times in milliseconds. */
export interface AccessClaims {
  tenantId: number
  userId: number
  sessionId: number
  expiresAt: number
}

export interface AccessTokens {
  /** Signs a token of the session, for five minutes or until the session ends. */
  sign(session: {
    tenantId: number
    userId: number
    sessionId: number
    endsAt: Date
  }): Promise<{ token: string; expiresAt: Date }>
  /** Reads the claims of a token, which may have expired; undefined for one that we didn't sign. */
  read(token: string): Promise<AccessClaims | undefined>
}

interface Payload {
  sub?: string
  exp?: number
  tid?: unknown
  sid?: unknown
}

function claimsOf({ sub, exp, tid, sid }: Payload): AccessClaims | undefined {
  const [userId, tenantId, sessionId] = [sub, tid, sid].map(Number)
  if (!userId || !tenantId || !sessionId || !exp) return undefined
  return { tenantId, userId, sessionId, expiresAt: exp * 1000 }
}

/** Signs and reads access tokens. What was verified once is remembered, so that a call costs no signature. */
export function createAccessTokens(secrets: Secrets, clock: Clock): AccessTokens {
  const known = new LRUCache<string, AccessClaims>({ max: mostKnown })
  const keys = new Map(secrets.keys(purpose).map(({ id, key }) => [id, key]))
  const [signing] = secrets.keys(purpose)

  async function verify(token: string): Promise<AccessClaims | undefined> {
    const { jwtVerify } = await import('jose')
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keys.get(kid ?? '')
          if (!key) throw new Error('Signed with a key that is not in SECRET_KEY')
          return key
        },
        // Whether it has expired is asked at every call, also of those that are remembered.
        { issuer, algorithms: [algorithm], typ: 'JWT', currentDate: new Date(0) },
      )
      return claimsOf(payload)
    } catch {
      return undefined
    }
  }

  return {
    async sign({ tenantId, userId, sessionId, endsAt }) {
      const now = clock.now().getTime()
      const seconds = Math.floor(Math.min(now + accessTokenMinutes * 60_000, endsAt.getTime()) / 1000)
      const { SignJWT } = await import('jose')
      const token = await new SignJWT({ 'custom:userId': String(userId), tid: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: signing?.id ?? '' })
        .setIssuer(issuer)
        .setSubject(String(userId))
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(seconds)
        .sign(signing?.key ?? Buffer.alloc(0))
      return { token, expiresAt: new Date(seconds * 1000) }
    },
    async read(token) {
      if (!token.startsWith(beginning)) return undefined
      const remembered = known.get(token)
      if (remembered) return remembered
      const claims = await verify(token)
      if (claims) known.set(token, claims)
      return claims
    },
  }
}
