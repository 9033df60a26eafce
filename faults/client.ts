import { Agent, fetch } from 'undici'

/** Of whom Steward makes when its database is fresh. */
export const administrator = { username: 'admin@example.com', password: 'Harbour-lights-42' }

export interface Answer {
  status: number
  headers: Headers
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  body: any
}

/** Someone's calls; none is ever sent twice. */
export interface Client {
  /**
   * A call; the path is the one below /api. Resolves with whatever was answered, and rejects when the line
   * broke: then no one knows whether it was done.
   */
  call(method: string, path: string, content?: unknown): Promise<Answer>
  /** The same, and rejects with what the server said unless it said yes. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  get(path: string): Promise<any>
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  post(path: string, content?: unknown): Promise<any>
  /** Headers that say who calls. */
  headers(): Promise<{ authorization: string }>
}

interface Tokens {
  token: string
  expiresAt: string
  refreshToken: string
}

/** Tokens with less than this left are exchanged before a call, in milliseconds. */
const leastLeft = 60_000
const patience = 60_000

/** Each call has a connection of its own: one that is kept may have been closed by a server that was killed meanwhile. */
const dispatcher = new Agent({ pipelining: 0 })

/** A call in no one's name. `base` is as `http://127.0.0.1:3000`; bytes are sent as they are. */
export async function call(
  base: string,
  method: string,
  path: string,
  content?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isBytes = content instanceof Uint8Array
  const type = isBytes ? 'application/octet-stream' : 'application/json'
  const answer = await fetch(`${base}/api${path}`, {
    dispatcher,
    method,
    headers: content === undefined ? headers : { 'content-type': type, ...headers },
    ...(content === undefined
      ? {}
      : { body: isBytes ? (content as Uint8Array<ArrayBuffer>) : JSON.stringify(content) }),
    signal: AbortSignal.timeout(patience),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : text }
}

function insist(method: string, path: string, { status, body }: Answer): unknown {
  if (status < 300) return body
  throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
}

/** Signs in, and stays signed in for as long as calls are made. `baseOf` shows where Steward is just now. */
export async function signIn(
  baseOf: () => string,
  username = administrator.username,
  password = administrator.password,
): Promise<Client> {
  const ask = async (path: string, content: object) =>
    (insist('POST', path, await call(baseOf(), 'POST', path, content)) as { data: Tokens }).data
  const enter = () => ask('/identity/sign-in', { username, password, remember: true })
  // A token whose exchange was cut off may have been used up: then a person signs in again.
  const renew = () => ask('/identity/refresh', { refreshToken: tokens.refreshToken }).catch(enter)
  let tokens = await enter()
  let renewing: Promise<void> | undefined
  const headers = async () => {
    if (Date.parse(tokens.expiresAt) - Date.now() < leastLeft) {
      renewing ??= renew()
        .then((fresh) => void (tokens = fresh))
        .finally(() => (renewing = undefined))
      await renewing
    }
    return { authorization: `Bearer ${tokens.token}` }
  }
  const self: Client = {
    headers,
    call: async (method, path, content) => call(baseOf(), method, path, content, await headers()),
    get: async (path) => insist('GET', path, await self.call('GET', path)),
    post: async (path, content) => insist('POST', path, await self.call('POST', path, content)),
  }
  return self
}
