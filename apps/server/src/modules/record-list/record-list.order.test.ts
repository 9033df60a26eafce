import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import { customDataTypes } from '@steward/contracts/data-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, list, namesOf } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client

const account = (fields: Record<string, unknown>) => create(admin, 'accounts', fields)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  normal = await app.newUser('normalUser')
  const ada = (await app.newUser('manager')).actor.userId
  const mine = normal.actor.userId
  await defineField(admin, 'account', 'tier', 'number')
  await defineField(admin, 'account', 'since', 'date')
  await defineField(admin, 'organization', 'arr', 'number')
  await defineField(admin, 'organization', 'region', 'singlePicklist', {
    picklistDefinition: ['West', 'East'],
  })
  await defineField(admin, 'organization', 'quote', 'string')
  const east = await create(admin, 'organizations', {
    name: 'East',
    arr: 5,
    region: 'East',
    quote: `a"b\\c\n'd`,
  })
  const west = await create(admin, 'organizations', { name: 'West', arr: 9, region: 'West', owners: [mine] })
  await account({ name: 'A', tier: 1, since: '2025-01-03', organization: east, owners: [mine] })
  await account({ name: 'B', tier: 2, since: '2025-01-01', organization: west, owners: [ada] })
  await account({ name: 'C', tier: 1, since: '2025-01-02', organization: west, owners: [mine] })
  await account({ name: 'D', tier: 2 })
})
afterAll(() => app.stop())

const sorted = async (sort: string, more: Record<string, unknown> = {}, client = admin) =>
  namesOf(await list(client, 'accounts', { sort, ...more })).join('')

describe('several columns to sort by', () => {
  it.each([
    ['tier,since', 'CABD'],
    ['tier,-since', 'ACBD'],
    ['-tier,since', 'BDCA'],
    ['tier,-name', 'CADB'],
    ['-name', 'DCBA'],
    ['tier,tier,-tier,name', 'ACBD'],
    ['organization.arr,name', 'ABCD'],
    ['-organization.arr,-name', 'CBAD'],
    ['organization.region,name', 'BCAD'],
    ['organization.name,since', 'ABCD'],
  ])('%s', async (sort, names) => {
    expect(await sorted(sort)).toBe(names)
  })

  it('take precedence over a single one, and stay with the pages', async () => {
    const more = { sortColumn: 'name', sortDirection: 'DESC', pageSize: 1 }
    const pages = await Promise.all([1, 2, 3, 4].map((page) => sorted('tier,since', { ...more, page })))
    expect(pages.join('')).toBe('CABD')
  })

  it('may be all fields of a level, and of what is above it', async () => {
    for (const type of customDataTypes) await defineField(admin, 'account', `s_${type}`, type)
    const own = builtInFieldsOf(2).map((field) => field.name)
    const custom = customDataTypes.map((type) => `s_${type}`)
    const above = builtInFieldsOf(1).map((field) => `organization.${field.name}`)
    const owner = ['owner.name', 'owner.email', 'owner.role']
    for (const name of [...own, ...custom, ...above, ...owner]) {
      const { data, totalItemCount } = await list(admin, 'accounts', { sort: `-${name},name` })
      expect([name, data.length, totalItemCount]).toEqual([name, 4, 4])
    }
  })

  it('show a Normal User nothing of what they do not see', async () => {
    expect(await sorted('-organization.arr,name', {}, normal)).toBe('CA')
    const { data } = await list(normal, 'accounts', { columns: 'organization.arr', sort: 'name' })
    expect(data.map((one: { relatedFields: object }) => one.relatedFields)).toEqual([
      {},
      { 'organization.arr': 9 },
    ])
  })

  it.each([
    ['sort=nothing', 'sort'],
    ['sort=name,organization.nothing', 'sort'],
    ['sort=account.name', 'sort'],
    ['sort=owner.password', 'sort'],
    ['sort=name,', 'sort'],
    ['sort=--name', 'sort'],
    ['sort=a,b,c,d,e', 'sort'],
    ['sortColumn=nothing', 'sortColumn'],
  ])('are refused as %s, at their parameter', async (query, named) => {
    const { status, body } = await admin.get(`core/accounts?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, [named]])
  })

  it('hold for segments', async () => {
    const logic = { field: 'tier', operator: 'set' }
    const { data } = good(
      await admin.post('segment/filter', { logic, segmentLevel: 'account', sort: '-tier,since' }),
    )
    expect(namesOf({ data }).join('')).toBe('BDCA')
    const wrong = await admin.post('segment/filter', { logic, segmentLevel: 'account', sort: 'tier,none' })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['sort']])
    const view = { sort: '-tier,since' }
    const made = await admin.post('segment', { name: 'Sorted', segmentLevel: 'account', logic, view })
    expect(good(made).data.view).toMatchObject({ sort: '-tier,since', sortColumn: null, mode: 'list' })
  })
})

describe('columns of others', () => {
  it('are sent where they are asked for', async () => {
    const columns =
      'tier,organization.arr,organization.quote,organization.createdAt,organization.churned,organization.system:owners,owner.role,owner.email,owner.nothing'
    const { data } = await list(admin, 'accounts', { columns, sort: 'name' })
    expect(Object.keys(data[0].customFields)).toEqual(['tier'])
    expect(data[0].relatedFields).toEqual({
      'organization.arr': 5,
      'organization.quote': `a"b\\c\n'd`,
      'organization.createdAt': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      'organization.churned': false,
      'organization.system:owners': [expect.any(Number)],
      'owner.role': 'Normal User',
      'owner.email': expect.stringContaining('@'),
    })
    expect(data[3].relatedFields).toMatchObject({ 'owner.role': 'Administrator' })
    expect(Object.keys(data[3].relatedFields)).toEqual(['owner.role', 'owner.email'])
    expect((await list(admin, 'accounts', { columns: 'tier' })).data[0]).not.toHaveProperty('relatedFields')
  })

  it('of the primary owner narrow a list', async () => {
    const found = async (field: string, operator: string, value: string) =>
      namesOf(await list(admin, 'accounts', { filter: { field, operator, value }, sort: 'name' })).join('')
    expect(await found('owner.role', 'equals', 'manager')).toBe('B')
    expect(await found('owner.email', 'contains', '@')).not.toBe('')
    expect(await found('owner.role', 'notEquals', 'Normal User')).toBe('BD')
    const contacts = await admin.get(
      `core/contacts?filter=${encodeURIComponent('{"field":"owner.role","operator":"set"}')}`,
    )
    expect(good(contacts).brokenConditions).toHaveLength(1)
  })
})
