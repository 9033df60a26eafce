import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  normal = await app.newUser('normalUser')
  const currencies = good(await admin.get('currency/active-currencies')).data
  const [one, other] = currencies.map(
    (currency: { currencyDefinitionId: number }) => currency.currencyDefinitionId,
  )
  await defineField(admin, 'organization', 'size', 'number')
  for (const [name, type] of [
    ['seats', 'number'],
    ['arr', 'currency'],
    ['mixed', 'currency'],
    ['since', 'date'],
    ['note', 'string'],
    ['tags', 'multiPicklist'],
  ] as const) {
    await defineField(
      admin,
      'account',
      name,
      type,
      type === 'multiPicklist' ? { picklistDefinition: ['x'] } : {},
    )
  }
  const home = await create(admin, 'organizations', { name: 'Home', size: 7 })
  const money = (value: number, currencyDefinitionId = one) => ({ value, currencyDefinitionId })
  await create(admin, 'accounts', {
    name: 'A',
    seats: 10,
    arr: money(100.5),
    mixed: money(1),
    since: '2025-03-01',
    note: 'x',
    tags: ['x'],
    organization: home,
    owners: [normal.actor.userId],
  })
  await create(admin, 'accounts', {
    name: 'B',
    seats: 5,
    arr: money(50),
    mixed: money(2, other),
    since: '2024-12-31',
  })
  await create(admin, 'accounts', { name: 'C' })
})
afterAll(() => app.stop())

async function totals(asked: string, more: Record<string, string> = {}, client = admin) {
  const { data } = good(
    await client.get(`core/accounts/totals?${new URLSearchParams({ totals: asked, ...more })}`),
  )
  return data.map((total: { value: unknown }) => total.value)
}

describe('totals', () => {
  it('are worked out of everything that matches', async () => {
    const asked =
      'sum(seats),average(seats),min(seats),max(seats),count(seats),count(name),sum(organization.size)'
    expect(await totals(asked)).toEqual([15, 7.5, 5, 10, 2, 3, 7])
    expect(await totals(asked, { query: 'b' })).toEqual([5, 5, 5, 5, 1, 1, null])
    const filter = JSON.stringify({ field: 'seats', operator: 'notSet' })
    expect(await totals(asked, { filter })).toEqual([null, null, null, null, 0, 1, null])
  })

  it('of days and of everything else', async () => {
    const asked =
      'min(since),max(since),count(since),count(note),count(tags),count(organization),count(owner.name)'
    expect(await totals(asked)).toEqual(['2024-12-31', '2025-03-01', 2, 1, 1, 1, 3])
    const today = app.clock.now().toISOString().slice(0, 10)
    expect(await totals('max(createdAt)')).toEqual([today])
  })

  it('of money say the currency, and which amounts have no rate', async () => {
    const { data } = good(await admin.get('core/accounts/totals?totals=sum(arr),max(mixed),count(mixed)'))
    expect(data).toEqual([
      { column: 'arr', function: 'sum', value: 150.5, currencyDefinitionId: expect.any(Number) },
      {
        column: 'mixed',
        function: 'max',
        value: 1,
        currencyDefinitionId: expect.any(Number),
        missing: 1,
        note: expect.stringContaining('no exchange rate'),
      },
      { column: 'mixed', function: 'count', value: 2 },
    ])
    expect(await totals('sum(mixed)', { query: 'a' })).toEqual([1])
  })

  it('are narrowed to what a Normal User sees', async () => {
    expect(await totals('sum(seats),count(name),sum(organization.size)', {}, normal)).toEqual([10, 1, null])
  })

  it.each([
    '',
    'totals=',
    'totals=sum',
    'totals=median(seats)',
    'totals=sum(note)',
    'totals=sum(since)',
    'totals=average(tags)',
    'totals=sum(nothing)',
    'totals=sum(seats),',
    `totals=${'count(name),'.repeat(100)}count(name)`,
  ])('are refused at their parameter: %.30s', async (query) => {
    const { status, body } = await admin.get(`core/accounts/totals?${query}`)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['totals']])
  })
})
