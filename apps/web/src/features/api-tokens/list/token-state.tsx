import type { ApiToken } from '@steward/contracts/api-token'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay, readerDay } from '../../../ui/day-text.ts'

/** live; revoked by someone; expired by itself. */
export type TokenState = 'live' | 'revoked' | 'expired'

export function stateOf({ revokedAt, expiresAt }: ApiToken, now = Date.now()): TokenState {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= now ? 'expired' : 'live'
}

/** Beside the name of a token that works no longer. */
export function TokenBadge({ token }: { token: ApiToken }) {
  const state = stateOf(token)
  if (state === 'live') return null
  return (
    <Badge tone={state === 'revoked' ? 'poor' : 'average'}>
      {state === 'revoked' ? 'Revoked' : 'Expired'}
    </Badge>
  )
}

/** How long ago something was; with the exact time. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} data-tooltip={exactText(at)}>
      {agoText(at)}
    </time>
  )
}

/** The day until which a token works, or when it was revoked. */
export function Ending({ token }: { token: ApiToken }) {
  const { revokedAt, expiresAt } = token
  if (revokedAt) {
    return (
      <>
        revoked <Ago at={revokedAt} />
      </>
    )
  }
  if (!expiresAt) return <>never</>
  return (
    <time dateTime={expiresAt} data-tooltip={exactText(expiresAt)}>
      {formatDay(readerDay(new Date(expiresAt)))}
    </time>
  )
}
