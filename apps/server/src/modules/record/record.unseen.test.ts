import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from './record.fixture.ts'

let app: TestApp
let admin: Client
let maker: Client
let other: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  maker = await app.as('normalUser')
  other = (await app.newUser('normalUser')).actor.userId
})
afterAll(() => app.stop())

const idName = {
  organizations: 'organizationId',
  accounts: 'accountId',
  contacts: 'contactId',
  pipelines: 'pipelineId',
}
type Plural = keyof typeof idName

/** Creates a record as the Normal User. Returns what the answer and the next call say about whether they see it. */
async function made(plural: Plural, globalFields: object): Promise<{ told: unknown; status: number }> {
  const answer = await maker.post(`core/${plural}`, { globalFields: { name: 'New', ...globalFields } })
  const { data, changeSetId, isVisible } = good(answer)
  expect([data.globalFields.name, typeof changeSetId]).toEqual(['New', 'number'])
  return { told: isVisible, status: (await maker.get(`core/${plural}/${data[idName[plural]]}`)).status }
}

const seen = { told: undefined, status: 200 }
const unseen = { told: false, status: 404 }

describe('a record that a Normal User makes', () => {
  it.each(['organizations', 'accounts'] as const)(
    'is theirs among %s unless they name others',
    async (plural) => {
      expect(await made(plural, {})).toEqual(seen)
      expect(await made(plural, { owners: [other, maker.actor.userId] })).toEqual(seen)
      expect(await made(plural, { owners: [other] })).toEqual(unseen)
    },
  )

  it('is said to be out of their sight where a pipeline has other owners', async () => {
    const account = await create(maker, 'accounts', { name: 'Mine' })
    expect(await made('pipelines', { account })).toEqual(seen)
    expect(await made('pipelines', { account, owners: [other] })).toEqual(unseen)
  })

  it('is always in their sight among contacts, which are refused otherwise', async () => {
    const account = await create(maker, 'accounts', { name: 'Mine' })
    expect(await made('contacts', { account, email: 'ada@example.com' })).toEqual(seen)
    const globalFields = { name: 'New', email: 'grace@example.com' }
    const refused = await maker.post('core/contacts', { globalFields })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['account']])
  })

  it('says nothing of it to anyone who sees all records', async () => {
    const { body } = await admin.post('core/accounts', { globalFields: { name: 'New', owners: [other] } })
    expect(body).not.toHaveProperty('isVisible')
  })
})

describe('a change by which a Normal User loses a record', () => {
  it('says so, and says nothing where they keep it', async () => {
    const account = await create(maker, 'accounts', { name: 'Given' })
    const kept = good(await maker.post(`core/accounts/${account}`, { data: { about: 'Kept' } }))
    expect(kept).not.toHaveProperty('isVisible')
    const me = maker.actor.userId
    const shared = good(await maker.post(`core/accounts/${account}`, { data: { owners: [other, me] } }))
    expect(shared).not.toHaveProperty('isVisible')
    const given = good(await maker.post(`core/accounts/${account}`, { data: { owners: [other] } }))
    expect(given.isVisible).toBe(false)
    expect((await maker.get(`core/accounts/${account}`)).status).toBe(404)
  })
})
