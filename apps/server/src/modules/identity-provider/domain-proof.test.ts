import type { DomainCheck, DomainProof } from '@steward/contracts/sign-in-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { confirm } from '../../../test/sign-in.ts'
import { runSchedules } from '../file/file.fixture.ts'
import { startNameServer, type NameServer } from '../../../test/name-server.ts'

const path = 'identity/sign-in-settings'
const day = 24 * 3600 * 1000

let names: NameServer
let app: TestApp
let admin: Client
let other: Client

beforeAll(async () => {
  names = await startNameServer()
  app = await startTestApp({ DNS_SERVERS: names.address })
  ;[admin, other] = await Promise.all([app.as('administrator'), app.foreigner()])
})
afterAll(() => Promise.all([app.stop(), names.stop()]))
beforeEach(() => {
  names.records.clear()
  names.fails = false
})

/** Names the domain as the company's only one, with rules by which answers show whose it is. */
async function claim(client: Client, domain: string, passwordMaxLength: number): Promise<DomainProof> {
  await confirm(app, client)
  const { status, body } = await client.patch(path, { domains: [domain], passwordMaxLength })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.domainProofs[0]
}

const publish = ({ record }: DomainProof): void => void names.records.set(record.name, [record.value])
const check = (client: Client, domain: string) => client.post(`${path}/domains/check`, { domain })
const ceilingAt = async (domain: string): Promise<number | null> =>
  (await app.anonymous.get(`tenant/nobody@${domain}`)).body.data.passwordMaxLength

async function verified(client: Client, domain: string): Promise<DomainCheck> {
  const { status, body } = await check(client, domain)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('a domain that a company names', () => {
  it('has no effect until its record is in the DNS', async () => {
    const proof = await claim(admin, 'proved.example', 40)
    expect(proof).toMatchObject({
      state: 'unverified',
      record: {
        type: 'TXT',
        name: '_steward.proved.example',
        value: expect.stringMatching(/^steward-verification=[\da-f]{32}$/),
      },
    })
    expect(await ceilingAt('proved.example')).not.toBe(40)
    const before = await verified(admin, 'proved.example')
    expect(before).toMatchObject({ proof: { state: 'unverified' }, message: /^There is no TXT record/ })
    names.records.set('_steward.proved.example', ['v=spf1 -all', 'steward-verification=another'])
    expect((await verified(admin, 'proved.example')).message).toMatch(/has another value/)
    publish(proof)
    expect((await verified(admin, 'proved.example')).proof).toMatchObject({
      state: 'verified',
      verifiedBy: 'dns',
    })
    expect(await ceilingAt('proved.example')).toBe(40)
    expect(await ceilingAt('PROVED.example')).toBe(40)
  })

  it('stays as it is while the DNS does not answer', async () => {
    publish(await claim(admin, 'silent.example', 40))
    names.fails = true
    expect(await verified(admin, 'silent.example')).toMatchObject({
      proof: { state: 'unverified', checkedAt: null },
      message: 'The DNS did not answer. Try again in a few minutes.',
    })
  })

  it('is verified by one company, which keeps it', async () => {
    publish(await claim(admin, 'two.example', 40))
    await verified(admin, 'two.example')
    const theirs = await claim(other, 'two.example', 50)
    names.records.set(theirs.record.name, [theirs.record.value])
    expect(await check(other, 'two.example')).toMatchObject({
      status: 409,
      body: { reason: 'sign_in_settings.domain_taken' },
    })
    expect(await ceilingAt('two.example')).toBe(40)
  })

  it('cannot be squatted: who has it gets it, whoever named it first', async () => {
    await claim(other, 'squatted.example', 50)
    publish(await claim(admin, 'squatted.example', 40))
    await verified(admin, 'squatted.example')
    expect(await ceilingAt('squatted.example')).toBe(40)
  })

  it('is checked every day, and lost a week after its record is gone', async () => {
    publish(await claim(admin, 'daily.example', 40))
    await runSchedules(app, 'identity-provider:check-domains')
    expect(await ceilingAt('daily.example')).toBe(40)
    names.records.clear()
    await runSchedules(app, 'identity-provider:check-domains')
    expect(await ceilingAt('daily.example')).toBe(40)
    app.clock.advance(8 * day)
    names.fails = true
    await runSchedules(app, 'identity-provider:check-domains')
    expect(await ceilingAt('daily.example')).toBe(40)
    names.fails = false
    await runSchedules(app, 'identity-provider:check-domains')
    expect(await ceilingAt('daily.example')).not.toBe(40)
    const { body } = await admin.get('audit?action=sign_in_domain.lost')
    expect(body.data[0]).toMatchObject({ summary: /daily.example is no longer verified/ })
  })

  it('answers 404 for one that was not saved, and is for administrators', async () => {
    expect((await check(admin, 'unknown.example')).status).toBe(404)
    expect((await check(await app.as('manager'), 'unknown.example')).status).toBe(403)
  })
})

describe('GET tenant/{username}', () => {
  it('answers the same whoever has the address', async () => {
    publish(await claim(admin, 'people.example', 40))
    await verified(admin, 'people.example')
    const known = await app.newUser('normalUser', 'anna@people.example')
    const { owner } = app.application.platform.database
    await owner.query('update app_user set email = $2 where user_id = $1 and tenant_id = $3', [
      other.actor.userId,
      'guest@people.example',
      other.actor.tenantId,
    ])
    const answers = await Promise.all(
      ['anna', 'guest', 'nobody'].map((name) => app.anonymous.get(`tenant/${name}@people.example`)),
    )
    expect(known.actor.tenantId).toBe(app.tenantId)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })
})
