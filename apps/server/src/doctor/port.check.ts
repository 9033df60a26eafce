import { listenFaultOf, refusalAt, type Wanted } from '../platform/http/listen.fault.ts'
import { findingsAbout, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const wait = 5000
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

async function isSteward(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(wait) })
    return ((await answer.json()) as { status?: string }).status === 'alive'
  } catch {
    return false
  }
}

async function checkPort({ name, host, port }: Wanted): Promise<Finding> {
  const { ok, note, fault } = findingsAbout(name)
  const where = `${host}:${port}`
  if (port === 0)
    return note(`${name} takes a free port at each start.`, 'Set a fixed port, so that a proxy can find it.')
  const refusal = await refusalAt(host, port)
  if (refusal === undefined) return ok(`${where} is free; no Steward answers there now.`)
  if (refusal === 'EADDRINUSE' && (await isSteward(host, port))) return ok(`Steward answers at ${where}.`)
  const known = listenFaultOf(refusal, { name, host, port })
  if (known) return findingsAbout(known.about).fault(known.message, known.advice)
  return fault(`Nothing can listen on ${where}: ${refusal}.`, 'HOST must be an address of this machine.')
}

/** Anyone who calls from this machine is believed to be a proxy: one that passes on what a caller wrote lies to us. */
function checkProxy(trustedProxies: readonly string[]): Finding[] {
  if (!trustedProxies.includes('loopback')) return []
  return [
    findingsAbout('TRUSTED_PROXIES').note(
      'Steward believes X-Forwarded-For of every call from this machine.',
      'The proxy must set the header to the address of its caller, not pass on or extend what the caller sent. Let no other programs on this machine make calls for others.',
    ),
  ]
}

function checkExposure(host: string, trustedProxies: readonly string[]): Finding[] {
  if (loopback.has(host)) return checkProxy(trustedProxies)
  const { note, warning } = findingsAbout('HOST')
  const message = `Steward listens on ${host}, where any machine can connect.`
  if (trustedProxies.every((proxy) => proxy === 'loopback'))
    return [
      warning(
        `${message} The word of a proxy on another machine does not count.`,
        'Name the proxy in TRUSTED_PROXIES: otherwise all users share its address, and with it the sign-in limit. Allow only the proxy to reach the port.',
      ),
    ]
  return [note(message, 'Allow only the proxy to reach the port: its caller addresses are trusted.')]
}

/** The ports that the process listens on. */
export const checkPorts: Check = async ({ config }) => {
  const { host, port, operationsPort } = config
  const operations =
    operationsPort === undefined
      ? []
      : [await checkPort({ name: 'OPERATIONS_PORT', host, port: operationsPort })]
  if (!config.roles.web) return operations
  return [
    await checkPort({ name: 'PORT', host, port }),
    ...operations,
    ...checkExposure(config.host, config.trustedProxies),
  ]
}
