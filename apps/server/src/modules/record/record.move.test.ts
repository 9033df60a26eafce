import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good, read, undo } from './record.fixture.ts'

let app: TestApp
let admin: Client
let home: number
let away: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  home = await create(admin, 'organizations', { name: 'Home' })
  away = await create(admin, 'organizations', { name: 'Away' })
})
afterAll(() => app.stop())

type Plural = 'accounts' | 'contacts' | 'pipelines'

async function parentsOf(plural: Plural, id: number): Promise<[number | undefined, number | undefined]> {
  const { organization, account } = (await read(admin, plural, id)).globalFields
  return [organization?.id, account?.id]
}

async function move(plural: Plural, id: number, formData: object): Promise<number> {
  return good(await admin.post(`core/${plural}/${id}/move`, { formData })).changeSetId
}

describe('an account that moves', () => {
  it('takes its contacts and pipelines along, and an undo brings all of them back', async () => {
    const account = await create(admin, 'accounts', { name: 'Mover', organization: home })
    const contact = await create(admin, 'contacts', { name: 'Person', account })
    const pipeline = await create(admin, 'pipelines', { name: 'Deal', account })
    const stays = await create(admin, 'contacts', { name: 'Of the organization', organization: home })
    const changeSetId = await move('accounts', account, { organizationId: away })
    expect(await parentsOf('accounts', account)).toEqual([away, undefined])
    expect(await parentsOf('contacts', contact)).toEqual([away, account])
    expect(await parentsOf('pipelines', pipeline)).toEqual([away, account])
    expect(await parentsOf('contacts', stays)).toEqual([home, undefined])
    expect(good(await admin.get(`core/change-sets/${changeSetId}`)).data).toMatchObject({
      action: 'move',
      records: 3,
    })
    const undone = await undo(admin, changeSetId)
    expect(undone.kept).toEqual([])
    expect(await parentsOf('accounts', account)).toEqual([home, undefined])
    expect(await parentsOf('contacts', contact)).toEqual([home, account])
    expect(await parentsOf('pipelines', pipeline)).toEqual([home, account])
    await undo(admin, undone.changeSetId)
    expect(await parentsOf('contacts', contact)).toEqual([away, account])
    expect(await parentsOf('accounts', account)).toEqual([away, undefined])
  })

  it('leaves alone, when undone, what has gone to another account since', async () => {
    const account = await create(admin, 'accounts', { name: 'Left', organization: home })
    const sibling = await create(admin, 'accounts', { name: 'Sibling', organization: away })
    const contact = await create(admin, 'contacts', { name: 'Person', account })
    const changeSetId = await move('accounts', account, { organizationId: away })
    await move('contacts', contact, { accountId: sibling })
    await undo(admin, changeSetId)
    expect(await parentsOf('accounts', account)).toEqual([home, undefined])
    expect(await parentsOf('contacts', contact)).toEqual([away, sibling])
  })

  it('can leave every organization', async () => {
    const account = await create(admin, 'accounts', { name: 'Free', organization: home })
    const contact = await create(admin, 'contacts', { name: 'Person', account })
    await move('accounts', account, { organizationId: null })
    expect(await parentsOf('contacts', contact)).toEqual([undefined, account])
  })
})

describe('a contact or a pipeline that moves', () => {
  it.each(['contacts', 'pipelines'] as const)(
    'goes to the account, with its organization: %s',
    async (plural) => {
      const account = await create(admin, 'accounts', { name: 'Target', organization: away })
      const id = await create(admin, plural, { name: 'Mover', organization: home })
      const changeSetId = await move(plural, id, { accountId: account })
      expect(await parentsOf(plural, id)).toEqual([away, account])
      await undo(admin, changeSetId)
      expect(await parentsOf(plural, id)).toEqual([home, undefined])
    },
  )

  it.each(['contacts', 'pipelines'] as const)(
    'leaves its account for an organization: %s',
    async (plural) => {
      const account = await create(admin, 'accounts', { name: 'Left', organization: home })
      const id = await create(admin, plural, { name: 'Mover', account })
      const changeSetId = await move(plural, id, { organizationId: away })
      expect(await parentsOf(plural, id)).toEqual([away, undefined])
      await undo(admin, changeSetId)
      expect(await parentsOf(plural, id)).toEqual([home, account])
    },
  )

  it('keeps, when undone, the organization of the account that it went to since', async () => {
    const id = await create(admin, 'contacts', { name: 'Twice moved', organization: home })
    const account = await create(admin, 'accounts', { name: 'Last', organization: away })
    const first = await move('contacts', id, { organizationId: away })
    await move('contacts', id, { accountId: account })
    await undo(admin, first)
    expect(await parentsOf('contacts', id)).toEqual([away, account])
  })

  it('comes back, when undone, to where its account has gone since', async () => {
    const [left, right] = [
      await create(admin, 'accounts', { name: 'Left', organization: home }),
      await create(admin, 'accounts', { name: 'Right', organization: home }),
    ]
    const id = await create(admin, 'contacts', { name: 'Back', account: left })
    const changeSetId = await move('contacts', id, { accountId: right })
    await move('accounts', left, { organizationId: away })
    expect((await undo(admin, changeSetId)).kept).toEqual([])
    expect(await parentsOf('contacts', id)).toEqual([away, left])
  })

  it('is not edited into an organization that its account is not in', async () => {
    const account = await create(admin, 'accounts', { name: 'Firm', organization: home })
    const id = await create(admin, 'contacts', { name: 'Person', account })
    const { status, body } = await admin.post(`core/contacts/${id}`, { data: { organization: away } })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['organization']])
    good(
      await admin.post(`core/contacts/${id}`, { data: { organization: home, about: 'Same organization' } }),
    )
    expect(await parentsOf('contacts', id)).toEqual([home, account])
    good(await admin.post(`core/contacts/${id}`, { data: { organization: away, account: null } }))
    expect(await parentsOf('contacts', id)).toEqual([away, undefined])
  })
})

describe('a move is refused', () => {
  it.each([
    ['nowhere', 'accounts', {}, 'formData'],
    ['of an account to an account', 'accounts', { accountId: 1 }, 'formData.accountId'],
    ['to an organization that does not exist', 'accounts', { organizationId: 999_999 }, 'organization'],
    ['of a pipeline to nothing', 'pipelines', { organizationId: null, accountId: null }, 'account'],
    ['to a record of another level', 'contacts', 'account for organization', 'organization'],
  ] as const)('%s', async (_, plural, given, named) => {
    const account = await create(admin, 'accounts', { name: 'Home' })
    const id = plural === 'accounts' ? account : await create(admin, plural, { name: 'Mover', account })
    const formData = typeof given === 'string' ? { organizationId: account } : given
    const { status, body } = await admin.post(`core/${plural}/${id}/move`, { formData })
    expect([status, Object.keys(body.fields)]).toEqual([400, [named]])
  })

  it('of an organization', async () => {
    const { status, body } = await admin.post(`core/organizations/${home}/move`, {
      formData: { organizationId: away },
    })
    expect([status, body.reason]).toEqual([400, 'move.top'])
  })
})
