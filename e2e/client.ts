import { administrator, type Server } from './server.ts'

export interface SignedIn {
  token: string
  expiresAt: string
  sessionEndsAt: string
  user: { userId: number; email: string; firstName: string; lastName: string }
}

/** Calls of the public API in someone's name. `T` is the whole body of the answer. */
export interface Client {
  readonly signedIn: SignedIn
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body?: unknown): Promise<T>
  patch<T>(path: string, body?: unknown): Promise<T>
  delete<T>(path: string): Promise<T>
  /** Sends the bytes of a file that was announced. */
  sendFile(uploadId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method} ${url} answered ${answer.status}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

const json = { 'content-type': 'application/json' }
/** Tokens with less than this left are exchanged before a call, in milliseconds. */
const leastLeft = 60_000

interface Tokens {
  token: string
  expiresAt: string
  refreshToken: string
}

/** Gives the headers of someone who stays signed in, however long the test takes. */
function stayingSignedIn(server: Server, first: Tokens): () => Promise<{ authorization: string }> {
  let tokens = first
  let renewing: Promise<void> | undefined
  const renew = async () => {
    const body = JSON.stringify({ refreshToken: tokens.refreshToken })
    const answer = await call(`${server.url}/api/identity/refresh`, { method: 'POST', headers: json, body })
    tokens = (answer as { data: Tokens }).data
  }
  return async () => {
    if (Date.parse(tokens.expiresAt) - Date.now() < leastLeft) {
      renewing ??= renew().finally(() => (renewing = undefined))
      await renewing
    }
    return { authorization: `Bearer ${tokens.token}` }
  }
}

/** A call in no one's name. Rejects with what the server said when it is refused. */
export async function callAnonymously<T>(server: Server, path: string, content: unknown): Promise<T> {
  const body = JSON.stringify(content)
  return (await call(`${server.url}/api${path}`, { method: 'POST', headers: json, body })) as T
}

/** Signs in through the API. Every call that is refused rejects with what the server said. */
export async function signInByApi(server: Server, username = administrator.username): Promise<Client> {
  const body = JSON.stringify({ username, password: administrator.password, remember: true })
  const answer = await call(`${server.url}/api/identity/sign-in`, { method: 'POST', headers: json, body })
  const signedIn = (answer as { data: SignedIn & Tokens }).data
  const authorization = stayingSignedIn(server, signedIn)

  const send =
    (method: string) =>
    async <T>(path: string, content?: unknown): Promise<T> => {
      const headers = await authorization()
      return (await call(`${server.url}/api${path}`, {
        method,
        headers: content === undefined ? headers : { ...headers, ...json },
        body: content === undefined ? undefined : JSON.stringify(content),
      })) as T
    }

  return {
    signedIn,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    async sendFile(uploadId, bytes) {
      await call(`${server.url}/api/core/entity/bulk/uploads/${uploadId}?offset=0`, {
        method: 'PATCH',
        headers: { ...(await authorization()), 'content-type': 'application/octet-stream' },
        body: bytes,
      })
    },
  }
}

/** Signs in as a browser does: the refresh token is in a cookie, which this returns. */
export async function signInAsBrowser(
  server: Server,
  username = administrator.username,
): Promise<{ signedIn: SignedIn; refreshCookie: string }> {
  const { password } = administrator
  const body = JSON.stringify({ username, password, remember: true, refresh: 'cookie' })
  const answer = await fetch(`${server.url}/api/identity/sign-in`, { method: 'POST', headers: json, body })
  const text = await answer.text()
  const [, refreshCookie] = /steward_refresh=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  if (!answer.ok || !refreshCookie) throw new Error(`Logging in answered ${answer.status}: ${text}`)
  return { signedIn: (JSON.parse(text) as { data: SignedIn }).data, refreshCookie }
}
