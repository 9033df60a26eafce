import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, read } from './record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  good(await admin.put('core/fields/system/-7', { isEditable: true }))
})
afterAll(() => app.stop())

describe('a new record', () => {
  it('has its defaults: owner, first stage, not churned, not archived', async () => {
    const manager = await app.as('manager')
    const id = await create(manager, 'organizations', { name: '  Trimmed  ' })
    expect((await read(admin, 'organizations', id)).globalFields).toMatchObject({
      name: 'Trimmed',
      owners: [{ id: manager.actor.userId }],
      lifecycleStage: 'Onboarding',
      churned: false,
      entityArchived: false,
      externalId: null,
    })
  })

  it('is an open opportunity where a pipeline says nothing else', async () => {
    const account = await create(admin, 'accounts', { name: 'Home of pipelines' })
    const id = await create(admin, 'pipelines', { name: 'Deal', account })
    expect((await read(admin, 'pipelines', id)).globalFields).toMatchObject({
      pipelineType: 1,
      pipelineStatus: 1,
      lifecycleStage: null,
      account: { id: account, name: 'Home of pipelines' },
    })
  })

  it('takes the organization of its account, and names no other one beside it', async () => {
    const home = await create(admin, 'organizations', { name: 'Home' })
    const other = await create(admin, 'organizations', { name: 'Other' })
    const account = await create(admin, 'accounts', { name: 'Branch', organization: home })
    const first = await create(admin, 'contacts', { name: 'By account', account })
    const second = await create(admin, 'contacts', { name: 'By both', account, organization: home })
    for (const id of [first, second]) {
      expect((await read(admin, 'contacts', id)).globalFields).toMatchObject({
        organization: { id: home },
        account: { id: account },
      })
    }
    const fields = { organization: 'The account belongs to another organization. Choose one of the two.' }
    const contact = { name: 'Torn', email: 'torn@example.com', account, organization: other }
    const created = await admin.post('core/contacts', { globalFields: contact })
    expect([created.status, created.body.fields]).toEqual([400, fields])
    const data = { account, organization: other }
    const edited = await admin.post(`core/contacts/${first}`, { data })
    expect([edited.status, edited.body.fields]).toEqual([400, fields])
  })

  it('makes the primary owner the first of the owners', async () => {
    const [one, two] = [await app.newUser('manager'), await app.newUser('normalUser')]
    const id = await create(admin, 'accounts', {
      name: 'Two owners',
      owners: [one.actor.userId, two.actor.userId],
      primaryOwner: two.actor.userId,
    })
    const { owners } = (await read(admin, 'accounts', id)).globalFields
    expect(owners.map((owner: { id: number }) => owner.id)).toEqual([two.actor.userId, one.actor.userId])
  })
})

const viewerId = async () => (await app.as('viewer')).actor.userId

describe('a new record is refused, with its fields named,', () => {
  const cases: [string, string, () => Promise<object> | object, string[]][] = [
    ['without a name', 'accounts', () => ({}), ['name']],
    ['with a blank name', 'accounts', () => ({ name: '  ' }), ['name']],
    ['with a name of a million characters', 'accounts', () => ({ name: 'x'.repeat(1_000_000) }), ['name']],
    ['with a name of 256 characters', 'accounts', () => ({ name: 'x'.repeat(256) }), ['name']],
    ['with a null character', 'accounts', () => ({ name: 'a\u0000b' }), ['name']],
    ['with a number for a name', 'accounts', () => ({ name: 7 }), ['name']],
    ['with an object for a name', 'accounts', () => ({ name: { a: 1 } }), ['name']],
    ['with an unknown field', 'accounts', () => ({ name: 'A', colour: 'red' }), ['colour']],
    [
      'with several faults at once',
      'accounts',
      () => ({ pulse: 'high', colour: 1 }),
      ['name', 'system:pulse', 'colour'],
    ],
    ['with a pulse out of range', 'accounts', () => ({ name: 'A', pulse: 6 }), ['system:pulse']],
    ['with health, which is computed', 'accounts', () => ({ name: 'A', health: 5 }), ['health']],
    ['with an archived flag', 'accounts', () => ({ name: 'A', archived: true }), ['archived']],
    ['with a churned flag', 'accounts', () => ({ name: 'A', churned: true }), ['churned']],
    ['with an internal id', 'accounts', () => ({ name: 'A', 'system:internalId': 5 }), ['system:internalId']],
    [
      'with an unknown stage',
      'accounts',
      () => ({ name: 'A', lifecycleStage: 999_999 }),
      ['system:lifecycleStageId'],
    ],
    ['with an unknown owner', 'accounts', () => ({ name: 'A', owners: [999_999] }), ['system:owners']],
    [
      'with a viewer as owner',
      'accounts',
      async () => ({ name: 'A', owners: [await viewerId()] }),
      ['system:owners'],
    ],
    [
      'with an unknown organization',
      'accounts',
      () => ({ name: 'A', organization: 999_999 }),
      ['organization'],
    ],
    [
      'with an e-mail address that is none',
      'contacts',
      () => ({ name: 'A', email: 'a at b' }),
      ['system:email'],
    ],
    ['without an e-mail address', 'contacts', () => ({ name: 'A' }), ['system:email']],
    ['without anything it belongs to', 'pipelines', () => ({ name: 'A' }), ['account']],
    [
      'with an unknown type',
      'pipelines',
      () => ({ name: 'A', pipelineType: 3 }),
      ['pipelineType', 'account'],
    ],
    [
      'with an unknown status',
      'pipelines',
      () => ({ name: 'A', pipelineStatus: 7 }),
      ['system:pipelineStatus', 'account'],
    ],
    [
      'with an external id that is too long',
      'accounts',
      () => ({ name: 'A', externalId: 'x'.repeat(256) }),
      ['system:externalId'],
    ],
  ]

  it.each(cases)('%s', async (_, plural, fields, named) => {
    const { status, body } = await admin.post(`core/${plural}`, { globalFields: await fields() })
    expect(status).toBe(400)
    expect(Object.keys(body.fields).toSorted()).toEqual(named.toSorted())
    expect(body.message.length).toBeLessThan(1000)
  })

  it('when it names an organization where an account belongs', async () => {
    const organization = await create(admin, 'organizations', { name: 'Not an account' })
    const { status, body } = await admin.post('core/contacts', {
      globalFields: { name: 'A', email: 'a@example.com', account: organization },
    })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['account']])
  })
})

describe('custom fields', () => {
  it('are required, typed, and read back as they were given', async () => {
    await defineField(admin, 'organization', 'tier', 'singlePicklist', {
      picklistDefinition: ['Gold', 'Silver'],
    })
    await defineField(admin, 'organization', 'revenue', 'number', { required: true })
    await defineField(admin, 'organization', 'since', 'date')
    const bad = await admin.post('core/organizations', {
      globalFields: { name: 'A' },
      customFields: { tier: 'Bronze', since: '2026-02-30' },
    })
    expect([bad.status, Object.keys(bad.body.fields).toSorted()]).toEqual([400, ['revenue', 'since', 'tier']])
    const made = await admin.post('core/organizations', {
      globalFields: { name: 'A' },
      customFields: { tier: 'gold', revenue: 12.5, since: '2026-02-28' },
    })
    expect(good(made).data.customFields).toEqual({
      tier: expect.any(Number),
      revenue: 12.5,
      since: '2026-02-28',
    })
  })
})

const askForRace = (name: string) =>
  admin.post('core/accounts', { globalFields: { name, externalId: 'E-RACE' } })

const askToEdit = (id: number) => admin.post(`core/accounts/${id}`, { data: { externalId: 'E-EDIT' } })

describe('an external id', () => {
  it('belongs to one record of a level', async () => {
    await create(admin, 'accounts', { name: 'First', externalId: 'E-1' })
    const second = await admin.post('core/accounts', { globalFields: { name: 'Second', externalId: 'E-1' } })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'conflict',
      reason: 'record.conflict',
      fields: { 'system:externalId': expect.stringContaining('First') },
    })
    await create(admin, 'contacts', { name: 'Another level', externalId: 'E-1' })
  })

  it('goes to one of two that ask for it at the same moment', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(askForRace))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    for (const { status, body } of answers) {
      if (status === 409) expect(body.fields).toHaveProperty('system:externalId')
    }
  })

  it('goes to one of two edits that ask for it at the same moment', async () => {
    const ids = await Promise.all(['p', 'q'].map((name) => create(admin, 'accounts', { name })))
    const answers = await Promise.all(ids.map(askToEdit))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
