import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type RoleName, type TestApp } from '../../../test/harness.ts'
import { auditOf, callFrom, mailsTo, signIn } from '../../../test/sign-in.ts'
import { transact } from '../../platform/db/database.ts'

const ownPassword = 'Kept-by-Steward-7'
/** As many wrong passwords as lock a name. */
const enough = 10

let test: TestApp
let pool: Server
let isAway = false

/** A user pool that knows no one, and at times does not work. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const isKeys = request.method === 'GET'
  const words = isKeys ? { keys: [] } : { __type: 'UserNotFoundException', message: 'User does not exist.' }
  response.writeHead(isAway ? 503 : isKeys ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
  response.end(JSON.stringify(isAway ? {} : words))
}

beforeAll(async () => {
  pool = createServer(answer).listen(0, '127.0.0.1')
  await Promise.all([
    once(pool, 'listening'),
    startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' }).then((app) => void (test = app)),
  ])
  const endpoint = `http://127.0.0.1:${(pool.address() as AddressInfo).port}`
  const { status, body } = await (
    await test.as('administrator')
  ).patch('identity/sign-in-settings', {
    provider: 'cognito',
    cognito: { region: 'local', userPoolId: 'local_people', userPoolWebClientId: 'steward', endpoint },
    domains: ['people.example'],
  })
  expect(status, JSON.stringify(body)).toBe(200)
})
beforeEach(() => {
  isAway = true
})
afterAll(async () => {
  await test.stop()
  pool.closeAllConnections()
  pool.close()
})

/** Someone for whom Steward keeps a password, whether or not they may use it. */
async function newPerson(role: RoleName, email: string): Promise<Client> {
  const person = await test.newUser(role, email)
  const { identity } = test.application.modules
  const db = test.application.platform.database.tenant(test.tenantId)
  await transact(db, (tx) => identity.createCredential(tx, test.tenantId, person.actor.userId, ownPassword))
  return person
}

async function repeated(call: () => Promise<Answer>): Promise<string[]> {
  const reasons: string[] = []
  for (let n = 0; n < enough; n += 1) reasons.push((await call()).body.reason)
  return reasons
}

/** What counts of the failures from an address. */
async function countedFrom(work: () => Promise<unknown>): Promise<number> {
  const { owner } = test.application.platform.database
  await owner.query('delete from address_attempt')
  await work()
  const { rows } = await owner.query('select coalesce(sum(taken), 0)::int taken from address_attempt')
  return rows[0].taken
}

const locksOf = async (email: string) => {
  const mails = (await mailsTo(test, email)).filter(({ template }) => template === 'account-locked')
  return mails.length
}
const away = Array.from({ length: enough }, () => 'provider.away')

describe('while the provider does not answer', () => {
  it('those whom it alone may let in gave no wrong password', async () => {
    const email = 'staff@people.example'
    await newPerson('manager', email)
    const taken = await countedFrom(async () => {
      expect(await repeated(() => signIn(test, email))).toEqual(away)
      expect(await repeated(() => signIn(test, 'nobody@people.example'))).toEqual(away)
    })
    expect(taken).toBe(0)
    expect(await locksOf(email)).toBe(0)
    expect(await auditOf(test, email)).not.toContain('account.locked')
    // Nothing of it stays: what is counted from now on is counted from the beginning.
    isAway = false
    expect((await signIn(test, email)).body.reason).toBe('sign_in.refused')
  })

  it('administrators come in by the password that Steward keeps, of which wrong ones count', async () => {
    const email = 'chief@people.example'
    await newPerson('administrator', email)
    expect((await signIn(test, email, { password: ownPassword })).status).toBe(200)
    const taken = await countedFrom(async () => {
      expect(await repeated(() => signIn(test, email))).toEqual(away)
    })
    expect(taken).toBe(0)
    expect(await locksOf(email)).toBe(1)
    expect((await signIn(test, email, { password: ownPassword })).body.reason).toBe('provider.away')
    isAway = false
    expect((await signIn(test, email)).body.reason).toBe('sign_in.refused')
  })

  it('confirming the password is told so, and counts for nobody whom it alone may let in', async () => {
    const email = 'confirming@people.example'
    const { token } = await newPerson('manager', email)
    const confirm = () => callFrom(test, 'identity/confirm', { token, body: { password: 'Not-this-7' } })
    const taken = await countedFrom(async () => expect(await repeated(confirm)).toEqual(away))
    expect(taken).toBe(0)
    expect(await locksOf(email)).toBe(0)
    isAway = false
    expect((await confirm()).body.reason).toBe('password.wrong')
  })

  it('nobody whose guesses do not count confirms with a password that only Steward knows', async () => {
    const { token } = await newPerson('manager', 'guessing@people.example')
    const confirm = () => callFrom(test, 'identity/confirm', { token, body: { password: ownPassword } })
    expect((await confirm()).body.reason).toBe('provider.away')
    isAway = false
    expect((await confirm()).body.reason).toBe('password.wrong')
    const chief = await newPerson('administrator', 'proving@people.example')
    isAway = true
    const given = { token: chief.token, body: { password: ownPassword } }
    expect((await callFrom(test, 'identity/confirm', given)).status).toBe(200)
  })
})

it('counts wrong passwords where the provider answers that they are', async () => {
  isAway = false
  const email = 'guessed@people.example'
  await newPerson('manager', email)
  const taken = await countedFrom(() => repeated(() => signIn(test, email)))
  expect(taken).toBe(enough)
  expect(await locksOf(email)).toBe(1)
})
