import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** An address was refused. The message is for people. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  /** Whether that shows what a name stands for: it is then not for who asks about names. */
  readonly isByName: boolean

  constructor(message: string, isByName = false) {
    super(message)
    this.isByName = isByName
  }
}

/** Calls to addresses that someone entered. */
export interface HttpOut {
  /**
   * A request that reaches public addresses only: each connection goes to the very address that was
   * checked, and redirections are not followed unless told. Throws `AddressRefused`, perhaps as a cause.
   */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** For clients that make their own connections, beside `check`. */
  lookup: LookupFunction
  /** Throws `AddressRefused` for an address that `lookup` is not asked about, and for one without TLS. */
  check(url: string | URL): void
}

/** Milliseconds for a connection, and for each part of an answer, unless the caller says otherwise. */
const usualWait = 10_000
/** Bytes of an answer, as it comes and as it is read. */
const largestAnswer = 2 * 1024 * 1024

const refusal = (host: string, isByName = false): AddressRefused =>
  new AddressRefused(
    `${host} is an address inside of a private network. Name a public one, or have the operator set ALLOW_PRIVATE_ADDRESSES=on.`,
    isByName,
  )

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** Looks a name up and gives no address when any of them is private. */
const publicLookup: LookupFunction = (name, options, callback) => {
  resolveName(name, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(refusal(name, true), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

type Send = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Anyone who compresses an answer unasked must not have more of it read than one that is as large as it comes. */
function bounded(answer: Response): Response {
  if (!answer.body) return answer
  let bytes = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > largestAnswer) controller.error(new Error(`An answer has more than ${largestAnswer} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = answer
  return new Response(answer.body.pipeThrough(counting), { status, statusText, headers })
}

/** undici is loaded with the first request: most companies never make one. */
async function sender(lookup: LookupFunction, longestWait: number): Promise<Send> {
  const { Agent, fetch } = await import('undici')
  const dispatcher = new Agent({
    connect: { lookup, timeout: longestWait },
    headersTimeout: longestWait,
    bodyTimeout: longestWait,
    maxResponseSize: largestAnswer,
  })
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    const asked = { redirect: 'error', ...init, headers, dispatcher } as unknown as Parameters<
      typeof fetch
    >[1]
    return bounded((await fetch(url, asked)) as unknown as Response)
  }
}

/**
 * `allowPrivate`: the operator lets addresses of private networks, and plain http, be called. `longestWait`:
 * milliseconds for a connection, and for each part of an answer.
 */
export function createHttpOut(allowPrivate: boolean, longestWait = usualWait): HttpOut {
  const lookup: LookupFunction = allowPrivate ? resolveName : publicLookup
  let sending: Promise<Send> | undefined

  function check(given: string | URL): void {
    const url = new URL(given)
    if (!['https:', 'http:'].includes(url.protocol))
      throw new AddressRefused('An address must start with https://.')
    if (allowPrivate) return
    if (url.protocol === 'http:') throw new AddressRefused('The address must start with https://.')
    if (isIP(hostOf(url)) && isPrivateAddress(hostOf(url))) throw refusal(hostOf(url))
  }

  return {
    check,
    lookup,
    async fetch(url, init) {
      check(url)
      sending ??= sender(lookup, longestWait)
      return (await sending)(url, init)
    },
  }
}

/** The refusal behind a failed request, or undefined. */
export function addressRefusedBy(error: unknown): AddressRefused | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AddressRefused) return one
  }
  return undefined
}

/** Why an address was refused, for people; undefined also where that would show which names exist in a network. */
export function shownRefusal(error: unknown): string | undefined {
  const refused = addressRefusedBy(error)
  return refused?.isByName ? undefined : refused?.message
}
