import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'
import { confirm } from '../../../test/sign-in.ts'

/** Calls that make tokens, and that work with them. */
export function tokenCalls(app: () => TestApp) {
  /** Makes a token and answers what the call answered. */
  async function make(client: Client, body: object): Promise<Answer['body']> {
    await confirm(app(), client)
    const answer = await client.post('identity/api-tokens', { name: 'Export', ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }

  /** A call with a token. */
  async function call(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    const answer = await app().application.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'export/1.2' },
      ...(body ? { payload: body } : {}),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  const organizations = (token: string) => call(token, 'GET', 'core/organizations')
  return { make, call, organizations }
}
