import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { callFrom } from '../../../test/sign-in.ts'
import { signInAtPool, startLocalPool, type LocalPool } from './cognito.fixture.ts'

const password = 'Correct-horse-7'

let test: TestApp
let pool: LocalPool
let admin: Client

beforeAll(async () => {
  ;[test, pool] = await Promise.all([startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' }), startLocalPool()])
  admin = await test.as('administrator')
  const change = { provider: 'cognito', cognito: pool.settings }
  expect((await admin.patch('identity/sign-in-settings', change)).status).toBe(200)
})
afterAll(() => Promise.all([test.stop(), pool.stop()]))

async function sessionOf(token: string): Promise<Answer> {
  const answer = await test.application.app.inject({
    method: 'GET',
    url: '/api/identity/session',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** A user of both sides. */
async function newPerson(email: string, about?: Parameters<LocalPool['addUser']>[2]): Promise<Client> {
  await pool.addUser(email, password, about)
  return test.newUser('manager', email)
}

/** The message that an invitation sends. */
async function invited(email: string): Promise<{ messageId: number }> {
  await admin.post('user-management/users', { data: [{ email, roleId: 1 }] })
  const { body } = await admin.get(`messenger/messages?query=${encodeURIComponent(email)}`)
  return body.data[0]
}

describe('a token that the user pool issued', () => {
  it('is as good as a session: the identity token, and the access token', async () => {
    const { actor } = await newPerson('client@people.example')
    const session = await signInAtPool(pool, 'client@people.example', password)
    for (const token of [session.getIdToken().getJwtToken(), session.getAccessToken().getJwtToken()]) {
      const { status, body } = await sessionOf(token)
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.data.user).toMatchObject({ userId: actor.userId, roleName: 'Manager' })
    }
  })

  it('may what the role of its user may', async () => {
    await newPerson('limited@people.example')
    const token = (await signInAtPool(pool, 'limited@people.example', password)).getIdToken().getJwtToken()
    const answer = await test.application.app.inject({
      method: 'GET',
      url: '/api/identity/sign-in-settings',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.json().reason]).toEqual([403, 'permission.missing'])
  })

  it('makes no API tokens and changes no settings, which take a session in which the password was confirmed', async () => {
    await pool.addUser('chief@people.example', password)
    await test.newUser('administrator', 'chief@people.example')
    const token = (await signInAtPool(pool, 'chief@people.example', password)).getIdToken().getJwtToken()
    const calls = [
      { method: 'POST', path: 'api-tokens', body: { name: 'Export', permissions: ['record.read'] } },
      { method: 'PATCH', path: 'sign-in-settings', body: { passwordMaxLength: 40 } },
    ] as const
    for (const { method, path, body } of calls) {
      expect(await callFrom(test, `identity/${path}`, { method, token, body })).toMatchObject({
        status: 403,
        body: { reason: 'session.needed' },
      })
    }
  })

  it('makes nobody an administrator, takes no second factor away and reads no codes of others', async () => {
    await pool.addUser('second@people.example', password)
    await test.newUser('administrator', 'second@people.example')
    const { actor: other } = await test.newUser('manager', 'other@people.example')
    const { messageId } = await invited('outboxed@elsewhere.example')
    const token = (await signInAtPool(pool, 'second@people.example', password)).getIdToken().getJwtToken()
    const user = `user-management/users/${other.userId}`
    const data = [{ email: 'mine@elsewhere.example', roleId: 3 }]
    const calls = [
      { method: 'POST', path: 'user-management/users', body: { data } },
      { method: 'PATCH', path: user, body: { roleId: 3 } },
      { method: 'PATCH', path: `${user}/disable-mfa` },
      { method: 'GET', path: `messenger/messages/${messageId}` },
    ] as const
    for (const { path, ...call } of calls) {
      expect(await callFrom(test, path, { ...call, token })).toMatchObject({
        status: 403,
        body: { reason: 'session.needed' },
      })
    }
  })

  it('stops with its user', async () => {
    const { actor } = await newPerson('leaving@people.example')
    const token = (await signInAtPool(pool, 'leaving@people.example', password)).getIdToken().getJwtToken()
    expect((await sessionOf(token)).status).toBe(200)
    await admin.patch(`user-management/users/${actor.userId}/status`, { status: 'DEACTIVATED' })
    const { status, body } = await sessionOf(token)
    expect([status, body.reason]).toEqual([401, 'session.refused'])
  })

  it('is none where nobody here is meant, or the address was not verified', async () => {
    await pool.addUser('outsider@people.example', password)
    await newPerson('pending@people.example', { verified: false })
    for (const email of ['outsider@people.example', 'pending@people.example']) {
      const token = (await signInAtPool(pool, email, password)).getIdToken().getJwtToken()
      const { status, body } = await sessionOf(token)
      expect([status, body.reason]).toEqual([401, 'session.refused'])
    }
  })

  it('is none when somebody changed it, signed it themselves, or it is of another client', async () => {
    await newPerson('forged@people.example')
    const token = (await signInAtPool(pool, 'forged@people.example', password)).getIdToken().getJwtToken()
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: 'chief@people.example' }
    const forgedBody = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const ownHead = Buffer.from(JSON.stringify({ alg: 'HS256', kid: 'CognitoLocal' })).toString('base64url')
    const ownSignature = createHmac('sha256', 'guess').update(`${ownHead}.${forgedBody}`).digest('base64url')
    const { UserPoolClient } = await pool.admin.createUserPoolClient({
      UserPoolId: pool.settings.userPoolId,
      ClientName: 'another',
    })
    const { AuthenticationResult } = await pool.admin.initiateAuth({
      ClientId: UserPoolClient?.ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'forged@people.example', PASSWORD: password },
    })
    const bad = [
      `${head}.${forgedBody}.${signature}`,
      `${ownHead}.${forgedBody}.${ownSignature}`,
      AuthenticationResult?.IdToken as string,
      AuthenticationResult?.AccessToken as string,
    ]
    for (const one of bad) expect((await sessionOf(one)).status).toBe(401)
    expect((await sessionOf(token)).status).toBe(200)
  })

  it('is none any more once the company logs in elsewhere', async () => {
    await newPerson('moved@people.example')
    const token = (await signInAtPool(pool, 'moved@people.example', password)).getIdToken().getJwtToken()
    expect((await sessionOf(token)).status).toBe(200)
    await admin.patch('identity/sign-in-settings', { provider: 'built-in' })
    expect((await sessionOf(token)).status).toBe(401)
    await admin.patch('identity/sign-in-settings', { provider: 'cognito' })
  })
})
