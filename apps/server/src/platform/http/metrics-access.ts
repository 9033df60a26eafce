import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import { isOfThisMachine } from '../this-machine.ts'

type Requested = Pick<IncomingMessage, 'headers' | 'socket'>

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Lets a request read the metrics: with the token, if there is one; else from this machine alone. Throws
 * `unauthenticated` or `forbidden`.
 */
export function checkMayReadMetrics(request: Requested, token: string | undefined): void {
  if (token !== undefined) {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (timingSafeEqual(digest(given), digest(token))) return
    throw new AppError('unauthenticated', 'metrics.token', 'Send METRICS_TOKEN as `Authorization: Bearer …`.')
  }
  if (isOfThisMachine(request)) return
  const message = 'Metrics are available only on this machine until METRICS_TOKEN is set.'
  throw new AppError('forbidden', 'metrics.closed', message)
}
