import { connect } from 'node:tls'
import { findingsAbout, reasonOf, secondsInWords, type Finding } from './finding.ts'
import type { Check } from './surroundings.ts'

const { ok, note, warning, fault } = findingsAbout('PUBLIC_URL')
const tls = findingsAbout('TLS')
const proxy = findingsAbout('Proxy')

const wait = 10_000
const day = 86_400
/** Bytes of a body that Steward takes and proxies refuse of themselves. */
const largeBody = 2 * 1024 * 1024
const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Seconds for which the certificate is still good. */
async function certificateLife(url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(url.port || 443), servername: host, timeout: wait }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.end()
      resolve((Date.parse(end) - Date.now()) / 1000)
    })
    socket.on('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.on('error', reject)
  })
}

/** What the check of PUBLIC_URL tells: nothing is known of a certificate that was not seen. */
const unreached = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

async function checkTls(url: URL): Promise<Finding[]> {
  if (url.protocol === 'http:') {
    if (isLocal(url)) return []
    return [
      tls.fault(
        `${url.origin} has no TLS: passwords and sessions can be read on the way.`,
        'Let a proxy terminate TLS, and use https:// in PUBLIC_URL.',
      ),
    ]
  }
  try {
    const seconds = await certificateLife(url)
    const message = `The certificate is valid for another ${secondsInWords(seconds)}.`
    return [
      seconds < 14 * day
        ? tls.warning(message, 'Renew it, and check that automatic renewal still works.')
        : tls.ok(message),
    ]
  } catch (error) {
    if (unreached.has((error as NodeJS.ErrnoException).code ?? '')) return []
    return [
      tls.fault(
        `The certificate of ${url.host} is not accepted: ${reasonOf(error)}.`,
        'Give the proxy a certificate for this name, with the full chain.',
      ),
    ]
  }
}

async function get(url: URL, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(wait), ...init })
}

async function checkReach(url: URL): Promise<Finding[]> {
  try {
    const answer = await get(new URL('/healthz', url))
    const said = (await answer.json().catch(() => ({}))) as { status?: string }
    if (said.status === 'alive') return [ok(`Steward answers at ${url.origin}.`), ...(await checkProxy(url))]
    return [
      fault(
        `${url.origin} answers ${answer.status}, and it is not Steward.`,
        'Let the proxy forward calls to HOST and PORT, and check that Steward is running.',
      ),
    ]
  } catch (error) {
    return [
      warning(
        `${url.origin} cannot be reached from here: ${reasonOf(error)}.`,
        'Check that the proxy is running, that the name is in DNS, and that this machine may connect to it.',
      ),
    ]
  }
}

async function checkMetrics(url: URL): Promise<Finding[]> {
  const answer = await get(new URL('/metrics', url))
  const text = await answer.text()
  if (answer.status !== 200 || !text.includes('steward_')) return []
  return [
    proxy.warning(
      `Everyone can read ${url.origin}/metrics.`,
      'Block /metrics in the proxy, or set METRICS_TOKEN.',
    ),
  ]
}

/** A call without a session is refused by Steward itself, if it gets that far. */
async function checkBodies(url: URL): Promise<Finding[]> {
  const answer = await get(new URL('/api/core/records/list', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ doctor: 'x'.repeat(largeBody) }),
  })
  await answer.body?.cancel()
  if (answer.status !== 413) return [proxy.ok('Large bodies pass.')]
  return [
    proxy.fault(
      'The proxy rejects bodies of 2 MB.',
      'Allow 16 MiB, and 512 MiB to /api/file-management/files/upload/ (nginx: client_max_body_size).',
    ),
  ]
}

async function checkProxy(url: URL): Promise<Finding[]> {
  if (isLocal(url)) return []
  try {
    return [...(await checkMetrics(url)), ...(await checkBodies(url))]
  } catch (error) {
    return [proxy.warning(`It was interrupted: ${reasonOf(error)}.`, 'Check the log of the proxy.')]
  }
}

/** The address under which people reach Steward, from here. */
export const checkAddress: Check = async ({ config }) => {
  if (config.publicUrl === undefined)
    return [
      note(
        "It is not set: mails can't link to Steward, and cookies are sent without TLS.",
        'Set it to the address under which people reach Steward, as https://steward.example.com.',
      ),
    ]
  const url = new URL(config.publicUrl)
  return [...(await checkTls(url)), ...(await checkReach(url))]
}
