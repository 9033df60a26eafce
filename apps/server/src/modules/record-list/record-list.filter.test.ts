import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good, list, namesOf } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let gold: number
let silver: number
let owner: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  owner = (await app.newUser('manager')).actor.userId
  const tier = await defineField(admin, 'account', 'tier', 'singlePicklist', {
    picklistDefinition: ['Gold', 'Silver'],
  })
  const tags = await defineField(admin, 'account', 'tags', 'multiPicklist', {
    picklistDefinition: ['Red', 'Blue'],
  })
  ;[gold, silver] = tier.picklistDefinition.map(({ id }) => id) as [number, number]
  expect(tags.picklistDefinition.length).toBe(2)
  for (const [name, type] of [
    ['note', 'string'],
    ['seats', 'number'],
    ['money', 'currency'],
    ['since', 'date'],
    ['live', 'boolean'],
  ]) {
    await defineField(admin, 'account', name as string, type as string)
  }
  await defineField(admin, 'organization', 'region', 'string')
  const north = await create(admin, 'organizations', { name: 'North', region: 'Nordics', pulse: 5 })
  const day = app.clock.now().toISOString().slice(0, 10)
  await create(admin, 'accounts', {
    name: 'A',
    note: 'Hello World',
    seats: 5,
    money: { value: 100 },
    since: '2025-06-15',
    live: true,
    tier: 'Gold',
    tags: ['Red', 'Blue'],
    organization: north,
    owners: [owner],
  })
  await create(admin, 'accounts', {
    name: 'B',
    note: '100%',
    seats: 10,
    money: { value: 50.5 },
    since: day,
    live: false,
    tier: 'Silver',
    tags: ['Blue'],
  })
  await create(admin, 'accounts', { name: 'C' })
})
afterAll(() => app.stop())

const accounts = async (filter: object | string) => list(admin, 'accounts', { filter })
const found = async (field: string, operator: string, value?: unknown) =>
  namesOf(await accounts({ field, operator, ...(value === undefined ? {} : { value }) })).join('')

describe('a filter', () => {
  it.each([
    ['note', 'set', undefined, 'AB'],
    ['note', 'notSet', undefined, 'C'],
    ['note', 'equals', 'hello world', 'A'],
    ['note', 'notEquals', 'hello world', 'BC'],
    ['note', 'contains', '%', 'B'],
    ['note', 'notContains', 'WORLD', 'BC'],
    ['note', 'startsWith', 'hell', 'A'],
    ['name', 'startsWith', 'b', 'B'],
    ['seats', 'equals', 5, 'A'],
    ['seats', 'greater', 5, 'B'],
    ['seats', 'greaterEqual', 5, 'AB'],
    ['seats', 'lesser', 10, 'A'],
    ['seats', 'lesserEqual', 10, 'AB'],
    ['seats', 'between', [6, 10], 'B'],
    ['seats', 'notSet', undefined, 'C'],
    ['money', 'greater', 50.4, 'AB'],
    ['money', 'equals', 50.5, 'B'],
    ['since', 'equals', '2025-06-15', 'A'],
    ['since', 'greater', '2025-06-15', 'B'],
    ['since', 'greaterEqual', '2025-06-15', 'AB'],
    ['since', 'lesser', '2025-06-16', 'A'],
    ['since', 'lesserEqual', '2025-06-14', ''],
    ['since', 'between', ['2025-06-15', '2025-06-15'], 'A'],
    ['since', 'inLast', 3, 'B'],
    ['since', 'inNext', 3, 'B'],
    ['since', 'notSet', undefined, 'C'],
    ['createdAt', 'inLast', 1, 'ABC'],
    ['live', 'isTrue', undefined, 'A'],
    ['live', 'isFalse', undefined, 'B'],
    ['live', 'set', undefined, 'AB'],
    ['live', 'notSet', undefined, 'C'],
    ['churned', 'isFalse', undefined, 'ABC'],
    ['tier', 'set', undefined, 'AB'],
    ['tags', 'notSet', undefined, 'C'],
    ['primaryOwner', 'set', undefined, 'ABC'],
    ['organization', 'set', undefined, 'A'],
    ['organization.region', 'contains', 'nord', 'A'],
    ['organization.name', 'equals', 'north', 'A'],
    ['organization.system:pulse', 'isSetTo', [5], 'A'],
    ['organization.region', 'notSet', undefined, 'BC'],
  ] as const)('%s %s %j', async (field, operator, value, expected) => {
    expect(await found(field, operator, value)).toBe(expected)
  })

  it('on a picklist or an owner names ids', async () => {
    expect(await found('tier', 'isSetTo', gold)).toBe('A')
    expect(await found('tier', 'isSetTo', [gold, silver])).toBe('AB')
    expect(await found('tier', 'isNotSetTo', [gold])).toBe('BC')
    expect(await found('owners', 'isSetTo', [owner])).toBe('A')
    expect(await found('system:owners', 'isNotSetTo', [owner])).toBe('BC')
    expect(await found('primaryOwner', 'isSetTo', [owner])).toBe('A')
  })

  it('nests, and its totals are those of its list', async () => {
    const filter = {
      or: [
        {
          and: [
            { field: 'seats', operator: 'greater', value: 1 },
            { not: { field: 'live', operator: 'isTrue' } },
          ],
        },
        { field: 'note', operator: 'notSet' },
      ],
    }
    const answer = await accounts(filter)
    expect([namesOf(answer), answer.totalItemCount, answer.brokenConditions]).toEqual([['B', 'C'], 2, []])
    expect((await accounts({ and: [] })).totalItemCount).toBe(3)
    expect((await accounts({ or: [] })).totalItemCount).toBe(0)
  })
})

describe('a filter on something that is gone', () => {
  it('matches nothing there, negated or not, and says so without failing the list', async () => {
    const field = await defineField(admin, 'account', 'short_lived', 'string')
    await create(admin, 'accounts', { name: 'D', short_lived: 'x' })
    const condition = { field: 'short_lived', operator: 'equals', value: 'x' }
    expect(namesOf(await accounts(condition))).toEqual(['D'])
    good(await admin.delete(`core/fields/${field.customColumnId}`))
    const broken = [{ field: 'short_lived', message: expect.stringContaining('short_lived') }]
    for (const rule of [condition, { not: condition }]) {
      expect(await accounts(rule)).toMatchObject({
        totalItemCount: 0,
        itemCount: 0,
        brokenConditions: broken,
      })
    }
    const either = await accounts({ or: [condition, { field: 'note', operator: 'set' }] })
    expect([namesOf(either), either.brokenConditions]).toEqual([['A', 'B'], broken])
  })

  it.each([
    ['lifecycleStage', 999_999],
    ['tier', 999_999],
  ])('as an id of %s is', async (field, value) => {
    const answer = await accounts({ field, operator: 'isSetTo', value: [value] })
    expect([answer.totalItemCount, answer.brokenConditions.length]).toEqual([0, 1])
  })
})

const equals = (field: string, value: unknown) => ({ field, operator: 'equals', value })

describe('a filter that makes no sense is refused at its path', () => {
  it.each([
    ['nonsense', 'filter'],
    ['[]', 'filter'],
    [{ and: {} }, 'filter.and'],
    [{ and: [equals('seats', 'many')] }, 'filter.and[0].value'],
    [{ and: [{ not: { field: 'seats', operator: 'like', value: 1 } }] }, 'filter.and[0].not.operator'],
    [
      { or: [equals('seats', 1), { field: 'live', operator: 'contains', value: 'x' }] },
      'filter.or[1].operator',
    ],
    [equals('since', '2025-02-30'), 'filter.value'],
    [equals('note', 'a\u0000b'), 'filter.value'],
    [equals('note', 'x'.repeat(1001)), 'filter.value'],
    [{ field: 'seats', operator: 'between', value: [1] }, 'filter.value'],
    [{ field: 'seats', operator: 'equals' }, 'filter.value'],
    [{ operator: 'set' }, 'filter'],
  ])('%j', async (filter, path) => {
    const text = typeof filter === 'string' ? filter : JSON.stringify(filter)
    const { status, body } = await admin.get(`core/accounts?filter=${encodeURIComponent(text)}`)
    expect([status, body.reason, Object.keys(body.fields)]).toEqual([400, 'filter.invalid', [path]])
  })

  it('however deep it is', async () => {
    const deep = `${'{"not":'.repeat(5000)}{"and":[]}${'}'.repeat(5000)}`
    const { status, body } = await admin.get(`core/accounts?filter=${encodeURIComponent(deep)}`)
    expect([status, body.reason]).toEqual([400, 'filter.invalid'])
  })
})
