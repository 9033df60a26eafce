import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, readOperations, type Operation } from './api-operation.ts'
import { startTestApp, type Client, type TestApp } from './harness.ts'

/** The address to which identity providers redirect, with parameters of their own. */
const takesAny = 'GET /api/identity/oidc/callback'

let app: TestApp
let admin: Client
let operations: Operation[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  operations = await readOperations(app)
})
afterAll(() => app.stop())

describe('an unknown query parameter', () => {
  it('is refused by every operation, with the names of those that it takes', async () => {
    const faults: string[] = []
    const asked = operations.filter(({ method, path }) => `${method} ${path}` !== takesAny)
    expect(asked.length).toBeGreaterThan(250)
    for (const operation of asked) {
      const { method, path, parameters = [] } = operation
      const address = addressOf(operation, '1')
      const { json, statusCode } = await app.application.app.inject({
        method,
        url: `${address}${address.includes('?') ? '&' : '?'}colour=red`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      const text: unknown = statusCode === 400 ? json().fields?.colour : undefined
      const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      const expected =
        known.length === 0
          ? '"colour" is an unknown query parameter. This call takes none.'
          : `"colour" is an unknown query parameter. This call takes: ${known.join(', ')}.`
      if (text !== expected) faults.push(`${method} ${path}: ${statusCode} ${String(text)}`)
    }
    expect(faults).toEqual([])
  })

  it('is accepted from identity providers, which add some of their own', async () => {
    const answer = await app.anonymous.get('identity/oidc/callback?session_state=x&iss=https://id.example')
    expect(answer.status).toBe(302)
  })
})
