import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

type Requested = Pick<IncomingMessage, 'headers' | 'socket'>

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that proxies add: a call through a proxy is not from this machine, even if the proxy is. */
const throughProxy = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Whether a request comes from this machine, and through no proxy. */
export function isOfThisMachine(request: Requested): boolean {
  if (throughProxy.some((name) => request.headers[name] !== undefined)) return false
  const address = request.socket.remoteAddress ?? ''
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]'])

function isOwnName(address: string): boolean {
  return URL.canParse(address) && ownNames.has(new URL(address).hostname)
}

/**
 * Whether a browser on this machine opened Steward at the machine's own address. A proxy that adds no header gives
 * itself away by the origin that the browser sent it, or by its version of HTTP; another site by the host.
 */
export function isVisitOfThisMachine(request: Requested & Pick<IncomingMessage, 'httpVersion'>): boolean {
  const { host, origin } = request.headers
  if (!isOfThisMachine(request) || request.httpVersion === '1.0') return false
  return isOwnName(`http://${host ?? ''}`) && (origin === undefined || isOwnName(origin))
}
