import * as fc from 'fast-check'
import type { Rule } from '@steward/conditions'
import type { CurrencyValue } from '@steward/contracts/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { query } from '../../platform/db/database.ts'
import { activate, currencyIds, enterRates } from '../currency/currency.fixture.ts'
import { create, defineField, good, list, namesOf, read } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let idOf: (code: string) => number
const ids = new Map<string, number>()

/** How much of each currency one dollar is; CHF has no rate. */
const rates = { EUR: 0.8, GBP: 0.5, JPY: 150 }
const amounts: Readonly<Record<string, [code: string, value: number] | null>> = {
  'a 100 USD': ['USD', 100],
  'b 100 EUR': ['EUR', 100],
  'c 100 GBP': ['GBP', 100],
  'd 9000 JPY': ['JPY', 9000],
  'e 100 CHF': ['CHF', 100],
  'f none': null,
  'g 80 EUR': ['EUR', 80],
}

const money = (code: string, value: number): CurrencyValue => ({ currencyDefinitionId: idOf(code), value })

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  idOf = await currencyIds(admin)
  await activate(admin, 'JPY', 'CHF')
  await enterRates(app, admin, rates)
  await defineField(admin, 'organization', 'budget', 'currency')
  await defineField(admin, 'account', 'arr', 'currency')
  await defineField(admin, 'account', 'kind', 'singlePicklist', { picklistDefinition: ['x'] })
  const organization = await create(admin, 'organizations', { name: 'Home', budget: money('GBP', 50) })
  for (const [name, amount] of Object.entries(amounts)) {
    const arr = amount && money(...amount)
    ids.set(name, await create(admin, 'accounts', { name, ...(arr ? { arr, organization } : {}) }))
  }
  await app.application.startWorker()
})
afterAll(() => app.stop())

const initials = (body: { data: never[] }) =>
  namesOf(body)
    .map((name) => name[0])
    .join('')
const found = async (rule: object, more: object = {}, client = admin) =>
  initials(await list(client, 'accounts', { filter: rule, ...more }))

async function total(asked: string, more: Record<string, string> = {}) {
  const { data } = good(
    await admin.get(`core/accounts/totals?${new URLSearchParams({ totals: asked, ...more })}`),
  )
  return data[0]
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not come so far in thirty seconds')
}

async function isCurrent(): Promise<boolean> {
  const catalogue = await app.application.modules.fields.catalogue(app.tenantId, 2)
  const field = catalogue.find('arr')
  return field?.indexed === true && field.isSlotCurrent
}

async function index(): Promise<void> {
  const { fields } = app.application.modules
  const field = (await fields.catalogue(app.tenantId, 2)).find('arr')
  if (field) await fields.requestIndex(app.tenantId, field, 2, 'asc')
  await until(isCurrent)
}

const greater = (value: number, more: object = {}) => ({
  field: 'arr',
  operator: 'greater',
  value,
  ...more,
})
const lastColumn = async (more = '') =>
  good(await admin.get(`core/accounts/board?groupBy=kind&sum=arr${more}`)).data.columns.at(-1)

/** What lists say of amounts in several currencies, with an index and without one. */
function saysSo() {
  it('sorts by what amounts are worth, those without a rate last', async () => {
    expect(initials(await list(admin, 'accounts', { sort: 'arr' }))).toBe('dagbcef')
    expect(initials(await list(admin, 'accounts', { sort: '-arr' }))).toBe('cbgadfe')
    expect(initials(await list(admin, 'accounts', { sort: '-arr', displayCurrency: 'JPY' }))).toBe('cbgadfe')
  })

  it('compares them in the currency that is seen, or in the one that is named', async () => {
    expect(await found(greater(100))).toBe('bc')
    expect(await found(greater(100), { displayCurrency: 'GBP' })).toBe('')
    expect(await found({ ...greater(100), operator: 'greaterEqual' }, { displayCurrency: 'GBP' })).toBe('c')
    expect(await found(greater(79), { displayCurrency: 'EUR' })).toBe('abcg')
    expect(await found(greater(100, { currencyDefinitionId: idOf('GBP') }))).toBe('')
    expect(await found({ field: 'arr', operator: 'equals', value: 100 })).toBe('ag')
    expect(await found({ field: 'arr', operator: 'between', value: [60, 100] })).toBe('adg')
    expect(await found({ field: 'arr', operator: 'lesser', value: 100 }, { displayCurrency: 'JPY' })).toBe('')
  })

  it('knows that an amount without a rate is set', async () => {
    expect(await found({ field: 'arr', operator: 'set' })).toBe('abcdeg')
    expect(await found({ field: 'arr', operator: 'notSet' })).toBe('f')
    expect(await found({ not: { field: 'arr', operator: 'lesser', value: 1e9 } })).toBe('ef')
  })

  it('compares amounts of a currency without a rate with each other', async () => {
    const rule = { field: 'arr', operator: 'greaterEqual', value: 100 }
    expect(await found(rule, { displayCurrency: 'CHF' })).toBe('e')
    expect(initials(await list(admin, 'accounts', { sort: 'arr', displayCurrency: 'CHF' }))[0]).toBe('e')
    const named = await list(admin, 'accounts', { filter: { ...rule, currencyDefinitionId: idOf('CHF') } })
    expect([named.totalItemCount, named.brokenConditions[0].field]).toEqual([0, 'arr'])
  })

  it('adds them up, and tells the day of the rate and what is left out', async () => {
    const day = app.clock.now().toISOString().slice(0, 10)
    const seen = { currencyDefinitionId: idOf('USD'), rateDate: day, missing: 1, note: expect.any(String) }
    // 100 + 125 + 200 + 60 + 100
    expect(await total('sum(arr)')).toEqual({ column: 'arr', function: 'sum', value: 585, ...seen })
    expect(await total('max(arr)')).toMatchObject({ value: 200 })
    expect(await total('average(arr)')).toMatchObject({ value: 117 })
    expect(await total('count(arr)')).toEqual({ column: 'arr', function: 'count', value: 6 })
    expect(await total('sum(arr)', { displayCurrency: 'EUR' })).toMatchObject({
      value: 468,
      currencyDefinitionId: idOf('EUR'),
      missing: 1,
    })
    expect(await total('sum(arr)', { displayCurrency: 'JPY' })).toMatchObject({ value: 87_750 })
    expect(await total('sum(arr)', { displayCurrency: 'CHF' })).toMatchObject({ value: 100, missing: 5 })
    const native = await total('sum(arr)', { query: 'USD' })
    expect(native).toEqual({ column: 'arr', function: 'sum', value: 100, currencyDefinitionId: idOf('USD') })
  })

  it('adds up the columns of a board', async () => {
    expect(await lastColumn()).toMatchObject({ sum: 585, sumCurrencyId: idOf('USD'), sumMissing: 1 })
    const inEuro = await lastColumn('&displayCurrency=EUR')
    expect(inEuro).toMatchObject({ sum: 468, sumCurrencyId: idOf('EUR') })
    expect(inEuro.sumRateDate).toBe(app.clock.now().toISOString().slice(0, 10))
  })

  it('means the same in memory and in the database', async () => {
    const { rules } = app.application.modules
    const values = [60, 75, 80, 99.99, 100, 125, 200, 15_000]
    const currencies = [undefined, ...['USD', 'EUR', 'GBP', 'JPY', 'CHF'].map(idOf)]
    const leaf = fc
      .record({
        operator: fc.constantFrom(
          'greater',
          'greaterEqual',
          'lesser',
          'lesserEqual',
          'equals',
          'set',
          'notSet',
        ),
        value: fc.constantFrom(...values),
        currency: fc.constantFrom(...currencies),
      })
      .map(({ operator, value, currency }): Rule => {
        const isBare = operator === 'set' || operator === 'notSet'
        const rest = { value, ...(currency === undefined ? {} : { currencyDefinitionId: currency }) }
        return { field: 'arr', operator, ...(isBare ? {} : rest) } as Rule
      })
    const rule = fc.oneof(
      leaf,
      leaf.map((not): Rule => ({ not })),
      fc.array(leaf, { minLength: 1, maxLength: 3 }).map((and): Rule => ({ and })),
      fc.array(leaf, { minLength: 1, maxLength: 3 }).map((or): Rule => ({ or })),
    )
    for (const one of fc.sample(rule, 150)) {
      const compiled = await rules.compileRule(app.tenantId, 2, one, 'rule')
      const inMemory = Object.entries(amounts)
        .filter(([, amount]) => compiled.holds(() => amount && money(...amount), '2026-01-01'))
        .map(([name]) => name[0])
        .join('')
      expect([one, await found(one)]).toEqual([one, inMemory])
    }
  })
}

describe('a list of amounts in several currencies', saysSo)

describe('the currency that is seen', () => {
  it('is the user’s own, where none is asked for', async () => {
    const user = await app.newUser('manager')
    good(await admin.patch(`user-management/users/${user.actor.userId}`, { displayCurrency: 'EUR' }))
    const rule = { field: 'arr', operator: 'greater', value: 79 }
    expect(await found(rule, {}, user)).toBe('abcg')
    const { data } = good(await user.get('core/accounts/totals?totals=sum(arr)'))
    expect(data[0]).toMatchObject({ value: 468, currencyDefinitionId: idOf('EUR') })
  })

  it('stands beside amounts only where it is asked for', async () => {
    const plain = await list(admin, 'accounts', { query: 'JPY' })
    expect(plain.data[0].customFields.arr).toEqual(money('JPY', 9000))
    const asked = { query: 'JPY', displayCurrency: 'gbp', columns: 'arr,organization.budget' }
    const { customFields, relatedFields } = (await list(admin, 'accounts', asked)).data[0]
    const rateDate = app.clock.now().toISOString().slice(0, 10)
    expect(customFields.arr).toEqual({
      ...money('JPY', 9000),
      converted: { ...money('GBP', 30), rateDate },
    })
    expect(relatedFields['organization.budget']).toEqual({
      ...money('GBP', 50),
      converted: { ...money('GBP', 50), rateDate: null },
    })
    const id = ids.get('e 100 CHF') ?? 0
    const one = good(await admin.get(`core/accounts/${id}?displayCurrency=EUR`)).data
    expect(one.customFields.arr).toEqual({ ...money('CHF', 100), converted: null })
    expect((await read(admin, 'accounts', id)).customFields.arr).toEqual(money('CHF', 100))
  })

  it('is one of the active ones', async () => {
    for (const path of [
      '?displayCurrency=SEK',
      '/totals?totals=sum(arr)&displayCurrency=ZZZ',
      `/${ids.get('f none')}?displayCurrency=x`,
    ]) {
      const { status, body } = await admin.get(`core/accounts${path}`)
      expect([status, Object.keys(body.fields)]).toEqual([400, ['displayCurrency']])
    }
  })

  it('is kept with a segment, which means the same for everybody', async () => {
    const user = await app.newUser('manager')
    good(await admin.patch(`user-management/users/${user.actor.userId}`, { displayCurrency: 'EUR' }))
    const logic = { field: 'arr', operator: 'greater', value: 79 }
    const made = await user.post('segment', {
      name: 'Large',
      segmentLevel: 'account',
      logic,
      isPrivate: false,
    })
    const segment = good(made).data
    expect(segment.logic).toEqual({ ...logic, currencyDefinitionId: idOf('EUR') })
    expect(await found(segment.logic)).toBe('abcg')
  })
})

describe('the same with an index', () => {
  beforeAll(index)

  saysSo()

  it('follows what is written', async () => {
    const id = await create(admin, 'accounts', { name: 'h', arr: money('GBP', 1000) })
    expect(initials(await list(admin, 'accounts', { sort: '-arr' }))[0]).toBe('h')
    good(await admin.post(`core/accounts/${id}`, { data: { arr: null } }))
    expect(await found({ field: 'arr', operator: 'notSet' })).toBe('fh')
    good(await admin.put(`core/accounts/${id}/archive`))
  })

  it('follows the rates, at once and when they are converted again', async () => {
    const order = async () => initials(await list(admin, 'accounts', { sort: '-arr', query: '0 ' }))
    await enterRates(app, admin, { GBP: 10, EUR: 0.4, CHF: 0.1 })
    expect(await order()).toBe('ebgadc')
    await until(isCurrent)
    expect(await order()).toBe('ebgadc')
    const { slots } = (await app.application.modules.fields.catalogue(app.tenantId, 2)).find('arr') ?? {}
    const rows = await query<{ number: number | null }>(
      app.application.platform.database.tenant(app.tenantId),
      `select round(v.${slots?.value}, 6) as number from record_slot v join record r using (tenant_id, record_id) where v.tenant_id = $1 and r.name = any($2) order by r.name`,
      [app.tenantId, Object.keys(amounts)],
    )
    expect(rows.map(({ number }) => number)).toEqual([100, 250, 10, 60, 1000, null, 200])
    await enterRates(app, admin, { CHF: null, ...rates })
    expect(await order()).toBe('cbgade')
    await until(isCurrent)
    expect(await order()).toBe('cbgade')
  })

  it('follows the base', async () => {
    good(await admin.post('currency/currency-types', [{ code: 'GBP', isBase: true }]))
    expect(await found({ field: 'arr', operator: 'greater', value: 100 })).toBe('bc')
    await until(isCurrent)
    expect(await found({ field: 'arr', operator: 'greater', value: 100 })).toBe('bc')
    expect(await total('sum(arr)', { displayCurrency: 'GBP' })).toMatchObject({ value: 292.5 })
    expect(await total('sum(arr)')).toMatchObject({ value: 585 })
  })
})
