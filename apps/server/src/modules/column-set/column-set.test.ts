import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
})
afterAll(() => test.stop())

const path = (scope: string) => `core/table-column-config?scope=${scope}`

async function define(columnLevel: string, displayName: string, dataType = 'string'): Promise<number> {
  const { status, body } = await admin.post('core/fields', { columnLevel, displayName, dataType })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.customColumnId
}

async function put(who: Client, scope: string, set: object): Promise<Answer['body']['data']> {
  const { status, body } = await who.put(path(scope), set)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const read = async (who: Client, scope: string) => (await who.get(path(scope))).body.data

describe('a list that nobody has laid out', () => {
  it('has the usual columns, which follow the fields of the level', async () => {
    const user = await test.newUser('normalUser')
    await define('contact', 'Seniority')
    const set = await read(user, 'contact-list')
    expect(set).toMatchObject({
      scope: 'contact-list',
      isUsual: true,
      widths: {},
      pinned: ['name'],
      rowHeight: 'default',
      totals: null,
    })
    expect(set.selected.slice(0, 3)).toEqual(['name', 'system:email', 'account'])
    expect(set.selected).toContain('seniority')
    expect(set.unselected).toContain('about')
    expect(set.unselected).not.toContain('name')
    expect(set.fields.seniority).toMatchObject({ displayName: 'Seniority', dataType: 'string' })
  })

  it('could show fields of parents, and who owns the record', async () => {
    await define('organization', 'Region')
    const accounts = await read(admin, 'account-list')
    expect(accounts.unselected).toEqual(
      expect.arrayContaining(['organization.region', 'owner.name', 'owner.email', 'owner.role']),
    )
    expect(accounts.fields['organization.region'].displayName).toBe('Organization › Region')
    expect(accounts.fields.primaryOwner).toMatchObject({ customColumnId: -1, dataType: 'user' })
    expect(accounts.fields.name.customColumnId).toBeNull()
    const contacts = await read(admin, 'contact-list')
    expect(contacts.unselected).toEqual(expect.arrayContaining(['account.name', 'organization.region']))
    expect(contacts.fields).not.toHaveProperty('owner.name')
    expect(Object.keys((await read(admin, 'organization-list')).fields)).not.toContain('organization.region')
  })
})

describe('PUT /core/table-column-config', () => {
  it('keeps what a user chose for a list, for that user and that list alone', async () => {
    const user = await test.newUser('viewer')
    const set = {
      config: ['name', 'owner.role', 'system:pulse'],
      pinned: ['name', 'system:pulse'],
      widths: { name: 320 },
      rowHeight: 'compact',
      totals: { name: 'count' },
    }
    const { config, ...rest } = set
    const answer = await put(user, 'account-list', set)
    expect(answer).toMatchObject({ ...rest, selected: config, isUsual: false })
    expect(await read(user, 'account-list')).toEqual(answer)
    expect(await read(user, 'organization-list')).toMatchObject({ isUsual: true, totals: null })
    expect(await read(admin, 'account-list')).toMatchObject({ isUsual: true, rowHeight: 'default' })
  })

  it('leaves as it is what the call leaves out, and goes back to the usual columns', async () => {
    const user = await test.newUser('manager')
    await put(user, 'pipeline-list', { config: ['name'], widths: { name: 300 }, totals: { name: 'count' } })
    const next = await put(user, 'pipeline-list', { config: ['name', 'about'], totals: null })
    expect(next).toMatchObject({ selected: ['name', 'about'], widths: { name: 300 }, totals: null })
    const usual = await put(user, 'pipeline-list', { config: null })
    expect(usual).toMatchObject({ isUsual: true, widths: { name: 300 } })
    expect(usual.selected).toContain('system:pipelineStatus')
  })

  it('drops names that there are not, and writes the others as the API does', async () => {
    const set = await put(admin, 'contact-list', {
      config: ['name', 'email', 'gone', 'owner.name', 'account.externalId', 'pipeline.name', 'name'],
      pinned: ['gone', 'NAME'],
      widths: { gone: 100, email: 240 },
      totals: { gone: 'sum', email: 'count' },
    })
    expect(set).toMatchObject({
      selected: ['name', 'system:email', 'account.system:externalId'],
      pinned: ['name'],
      widths: { 'system:email': 240 },
      totals: { 'system:email': 'count' },
    })
    expect(set.widths).not.toHaveProperty('gone')
  })

  it('forgets fields that are hidden or deleted meanwhile', async () => {
    const hidden = await define('organization', 'Hidden soon')
    const deleted = await define('organization', 'Deleted soon')
    await put(admin, 'organization-list', { config: ['name', 'hidden_soon', 'deleted_soon'] })
    expect((await read(admin, 'organization-list')).selected).toHaveLength(3)
    await admin.put(`core/fields/${hidden}`, { isVisible: false })
    await admin.delete(`core/fields/${deleted}`)
    const set = await read(admin, 'organization-list')
    expect(set.selected).toEqual(['name'])
    expect(set.fields).not.toHaveProperty('hidden_soon')
  })

  it.each([
    ['no columns at all', {}, 'config'],
    ['a width out of bounds', { config: [], widths: { name: 9 } }, 'widths.name'],
    ['a height there is not', { config: [], rowHeight: 'huge' }, 'rowHeight'],
    ['a total there is not', { config: [], totals: { name: 'median' } }, 'totals.name'],
    ['more columns than a list has', { config: Array.from({ length: 201 }, String) }, 'config'],
  ])('refuses %s where it stands', async (_, set, field) => {
    const { status, body } = await admin.put(path('account-list'), set)
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  it.each(['', 'account', 'account-board', 'task-list'])('knows no scope "%s"', async (scope) => {
    const { status, body } = await admin.get(path(scope))
    expect(status).toBe(400)
    expect(body.fields.scope).toContain('organization-list, account-list')
  })
})

describe('a field', () => {
  it('tells in how many column sets it stands', async () => {
    const fieldId = await define('organization', 'Tier')
    await define('account', 'Tier')
    const other = await test.newUser('manager')
    await put(admin, 'organization-list', { config: ['name', 'tier'] })
    await put(other, 'organization-list', { config: ['tier'] })
    await put(other, 'account-list', { config: ['name', 'tier', 'organization.tier'] })
    await put(admin, 'account-list', { config: ['name', 'tier'] })
    await put(await test.foreigner(), 'organization-list', { config: ['name'] })
    const { body } = await admin.get(`core/fields/${fieldId}/system-usage`)
    expect(body.data.uses).toEqual([
      { kind: 'column set', name: 'The list of accounts', count: 1 },
      { kind: 'column set', name: 'The list of organizations', count: 2 },
    ])
  })
})

it('belongs to one tenant', async () => {
  const foreigner = await test.foreigner()
  await put(foreigner, 'account-list', { config: ['about'] })
  expect((await read(admin, 'account-list')).selected).not.toEqual(['about'])
})
