import { administrator, type Server } from './server.ts'

export interface SignedIn {
  token: string
  expiresAt: string
  user: { userId: number; email: string; firstName: string; lastName: string }
}

/** Calls of the public API in somebody's name. `T` is the whole body of the answer. */
export interface Client {
  readonly signedIn: SignedIn
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body?: unknown): Promise<T>
  /** Sends the bytes of a file that was announced. */
  sendFile(uploadId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

async function call(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method} ${url} answered ${answer.status}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

/** Signs in through the API. Every call that is refused rejects with what the server said. */
export async function signInByApi(server: Server, username = administrator.username): Promise<Client> {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ username, password: administrator.password, remember: true })
  const answer = await call(`${server.url}/api/identity/sign-in`, { method: 'POST', headers: json, body })
  const signedIn = (answer as { data: SignedIn }).data
  const authorization = { authorization: `Bearer ${signedIn.token}` }

  const send =
    (method: string) =>
    async <T>(path: string, content?: unknown): Promise<T> =>
      (await call(`${server.url}/api${path}`, {
        method,
        headers: content === undefined ? authorization : { ...authorization, ...json },
        body: content === undefined ? undefined : JSON.stringify(content),
      })) as T

  return {
    signedIn,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    async sendFile(uploadId, bytes) {
      await call(`${server.url}/api/core/entity/bulk/uploads/${uploadId}?offset=0`, {
        method: 'PATCH',
        headers: { ...authorization, 'content-type': 'application/octet-stream' },
        body: bytes,
      })
    },
  }
}
