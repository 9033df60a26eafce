import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatFigure } from '@steward/contracts/user-settings/stat-bar'
import { isReading, statementsDuring } from '../../../test/statements.ts'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let normal: Client
let other: Client

const pathOf = (who: Client, scope = 'list', level = 'account') =>
  `core/user-settings/${who.actor.userId}/stat-bar/${scope}/${level}`

async function choose(who: Client, widgets: string[] | null): Promise<void> {
  good(await who.post(pathOf(who), { widgets }))
}

async function figuresOf(who: Client, query: Record<string, string> = {}): Promise<StatFigure[]> {
  const { data } = good(await who.get(`core/accounts/figures?${new URLSearchParams(query)}`))
  return data.figures
}

const values = (figures: readonly StatFigure[]) =>
  Object.fromEntries(figures.map(({ key, value }) => [key, value]))

/** The day so many days from now. */
const dayIn = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Gives an account a score, and how far it has moved, as the nightly work does. */
async function score(accountId: number, health: number, change: number | null): Promise<void> {
  const { owner } = app.application.platform.database
  const { rows } = await owner.query<{ field_id: number }>(
    `select field_id from custom_field where tenant_id = $1 and level = 2 and name = 'health_change'`,
    [app.tenantId],
  )
  const custom = change === null ? {} : { [String(rows[0]?.field_id)]: change }
  await owner.query(
    'update record set health = $3, custom = custom || $4 where tenant_id = $1 and record_id = $2',
    [app.tenantId, accountId, health, JSON.stringify(custom)],
  )
}

beforeAll(async () => {
  app = await startTestApp({ STARTER_FIELDS: 'on' })
  admin = await app.as('administrator')
  normal = await app.newUser('normalUser')
  other = await app.newUser('manager')
  const { data } = good(await admin.get('currency/active-currencies'))
  const currencyDefinitionId = data.find((one: { isDefault: boolean }) => one.isDefault).currencyDefinitionId
  await defineField(admin, 'account', 'seats', 'number')
  const accounts = [
    { name: 'Alder', arr: 1000, renewal_date: dayIn(10), seats: 4, health: 2, change: -3, mine: true },
    { name: 'Birch', arr: 200, renewal_date: dayIn(89), seats: 6, health: 3.5, change: 0.5 },
    { name: 'Cedar', arr: 30, renewal_date: dayIn(120), health: 8, change: 1 },
    { name: 'Dogwood', arr: 4, renewal_date: dayIn(-1), health: 6, change: null },
    { name: 'Elm' },
  ]
  for (const { name, arr, health, change, mine, ...fields } of accounts) {
    const money = arr === undefined ? {} : { arr: { value: arr, currencyDefinitionId } }
    const owners = mine ? { owners: [normal.actor.userId] } : {}
    const id = await create(admin, 'accounts', { name, ...fields, ...money, ...owners })
    if (health !== undefined) await score(id, health, change ?? null)
  }
  await app.application.platform.database.owner.query('select fill_slots($1, 2)', [app.tenantId])
})

afterAll(() => app.stop())

describe('the widgets of a user', () => {
  it('are those that matter first, until the user chooses', async () => {
    const { data } = good(await admin.get(pathOf(admin)))
    expect(data.isDefault).toBe(true)
    expect(data.widgets).toEqual(['arr', 'atRiskArr', 'averageHealth', 'renewals', 'stages'])
    expect(data.available).toContainEqual({ key: 'sum(seats)', label: 'seats, sum' })
    const contacts = good(await admin.get(pathOf(admin, 'list', 'contact'))).data
    expect(contacts.widgets).toEqual(['stages'])
    const header = good(await admin.get(pathOf(admin, '360', 'organization'))).data
    expect(header.widgets).toEqual(['arr', 'renewal', 'healthTrend', 'lastContact', 'nextStep'])
  })

  it('are kept in their order, by scope, level and user', async () => {
    const chosen = ['renewals', 'average(seats)', 'total']
    expect(good(await other.post(pathOf(other), { widgets: chosen })).data).toMatchObject({
      widgets: chosen,
      isDefault: false,
    })
    expect(good(await other.get(pathOf(other))).data.widgets).toEqual(chosen)
    expect(good(await other.get(pathOf(other, 'list', 'organization'))).data.isDefault).toBe(true)
    expect(good(await other.get(pathOf(other, '360'))).data.isDefault).toBe(true)
    expect(good(await admin.get(pathOf(admin))).data.isDefault).toBe(true)
    await choose(other, null)
    expect(good(await other.get(pathOf(other))).data.isDefault).toBe(true)
  })

  it('leave out those of a field that was deleted meanwhile', async () => {
    const { customColumnId } = await defineField(admin, 'account', 'licenses', 'number')
    await choose(other, ['sum(licenses)', 'total'])
    good(await admin.delete(`core/fields/${customColumnId}`))
    expect(good(await other.get(pathOf(other))).data.widgets).toEqual(['total'])
    expect(await figuresOf(other)).toEqual([])
  })

  it.each([
    ['an unknown one', ['gone']],
    ['one twice', ['arr', 'arr']],
    ['more than there is room for', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ])('are refused with %s', async (_, widgets) => {
    const { status, body } = await admin.post(pathOf(admin), { widgets })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['widgets']])
  })

  it('are those of a scope and a level that there are', async () => {
    expect((await admin.get(pathOf(admin, 'board'))).body.fields).toHaveProperty('scope')
    expect((await admin.get(pathOf(admin, 'list', 'task'))).body.fields).toHaveProperty('level')
  })

  it('are seen and chosen by the user alone, and by administrators', async () => {
    expect((await normal.get(pathOf(other))).status).toBe(403)
    expect((await normal.post(pathOf(other), { widgets: null })).status).toBe(403)
    expect((await admin.get(pathOf(normal))).status).toBe(200)
    expect((await admin.get('core/user-settings/999999/stat-bar/list/account')).status).toBe(404)
  })
})

/** How many statements give the figures, and whether hardly another is sent. */
async function statementsOfFigures() {
  const texts = await statementsDuring(() => figuresOf(admin))
  return {
    figures: texts.filter((text) => text.includes('value0')).length,
    isAlone: texts.filter(isReading).length <= 2,
  }
}

describe('figures', () => {
  it('are exact, of everything that matches', async () => {
    const figures = await figuresOf(admin)
    expect(values(figures)).toEqual({ arr: 1234, atRiskArr: 1200, averageHealth: 4.875, renewals: 2 })
    const found = await figuresOf(admin, {
      filter: JSON.stringify({ field: 'name', operator: 'contains', value: 'r' }),
    })
    expect(values(found)).toEqual({ arr: 1230, atRiskArr: 1200, averageHealth: 4.5, renewals: 2 })
    expect(values(await figuresOf(admin, { query: 'elm' }))).toEqual({
      arr: null,
      atRiskArr: 0,
      averageHealth: null,
      renewals: 0,
    })
    expect(values(await figuresOf(admin, { query: 'nobody' }))).toMatchObject({ arr: null, atRiskArr: null })
  })

  it('have what moved within 30 days, and the amounts that belong to them', async () => {
    const [arr, atRisk, health, renewals] = await figuresOf(admin)
    expect(arr).toMatchObject({ kind: 'amount', change: null, detail: { label: 'falling', value: 1000 } })
    // Alder had 5 then; Birch had 3 and is poor as before.
    expect(atRisk).toMatchObject({ kind: 'amount', change: 1000, currencyDefinitionId: expect.any(Number) })
    expect(health).toMatchObject({ kind: 'score', change: -0.5, currencyDefinitionId: null })
    expect(renewals).toMatchObject({ kind: 'count', detail: { label: 'ARR', value: 1200 } })
  })

  it('are those of the records that the user sees', async () => {
    expect(values(await figuresOf(normal))).toEqual({
      arr: 1000,
      atRiskArr: 1000,
      averageHealth: 2,
      renewals: 1,
    })
    expect(values(await figuresOf(admin, { myEntitiesOnly: 'true' }))).toMatchObject({ arr: 234 })
  })

  it('are in the order that the user chose, with sums of fields', async () => {
    await choose(other, ['average(seats)', 'stages', 'sum(seats)', 'fallingArr'])
    const figures = await figuresOf(other)
    expect(figures.map(({ key, value }) => [key, value])).toEqual([
      ['average(seats)', 5],
      ['sum(seats)', 10],
      ['fallingArr', 1000],
    ])
  })

  it('are worked out by one statement', async () => {
    // Notices of the changes above may still empty a cache, which is then read again.
    await expect.poll(statementsOfFigures).toEqual({ figures: 1, isAlone: true })
  })

  it('are refused where the filter cannot be read', async () => {
    const { status, body } = await admin.get('core/accounts/figures?filter={')
    expect([status, Object.keys(body.fields)]).toEqual([400, ['filter']])
  })

  it('of pipelines are sums of their amounts, and else how many there are', async () => {
    expect(good(await admin.get('core/pipelines/figures')).data.widgets).toEqual(['total'])
    await defineField(admin, 'pipeline', 'worth', 'currency')
    const { data } = good(await admin.get('core/pipelines/figures'))
    expect(data.widgets).toEqual(['sum(worth)'])
    expect(data.figures).toMatchObject([{ key: 'sum(worth)', kind: 'amount', value: null }])
  })

  it('of contacts are those of the list itself', async () => {
    expect(good(await admin.get('core/contacts/figures')).data).toEqual({
      widgets: ['stages'],
      figures: [],
    })
  })
})
