import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { AppError } from '../errors.ts'

type Requested = Pick<IncomingMessage, 'headers' | 'socket'>

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that proxies add: a call through a proxy is not from this machine, even if the proxy is. */
const throughProxy = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

function isOfThisMachine(request: Requested): boolean {
  if (throughProxy.some((name) => request.headers[name] !== undefined)) return false
  const address = request.socket.remoteAddress ?? ''
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

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
