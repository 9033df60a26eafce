import type { CurrencyDefinition } from '@steward/contracts/currency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { currencyIds } from './currency.fixture.ts'

let test: TestApp
let admin: Client
let idOf: (code: string) => number

beforeAll(async () => {
  test = await startTestApp()
  admin = await test.as('administrator')
  idOf = await currencyIds(admin)
})
afterAll(() => test.stop())

const codes = (currencies: CurrencyDefinition[]) => currencies.map(({ code }) => code)
const change = (...types: object[]) => admin.post('currency/currency-types', types)
const active = async () => codes(good(await admin.get('currency/active-currencies')).data)

describe('the currencies of a tenant', () => {
  it('begin with three active ones, the default first', async () => {
    const viewer = await test.as('viewer')
    expect(good(await viewer.get('currency/active-currencies')).data).toEqual([
      {
        currencyDefinitionId: expect.any(Number),
        code: 'USD',
        name: 'US Dollar',
        symbol: '$',
        digits: 2,
        isActive: true,
        isBase: true,
        isDefault: true,
      },
      expect.objectContaining({ code: 'EUR', name: 'Euro', symbol: '€', isBase: false, isDefault: false }),
      expect.objectContaining({ code: 'GBP', symbol: '£', isBase: false, isDefault: false }),
    ])
  })

  it('are all of ISO 4217, with their places and signs of their own', async () => {
    const all: CurrencyDefinition[] = good(await admin.get('currency/currency-definitions')).data
    expect(all.length).toBeGreaterThan(150)
    expect(new Set(all.map(({ symbol }) => symbol)).size).toBe(all.length)
    const digits = Object.fromEntries(all.map((one) => [one.code, one.digits]))
    expect(digits).toMatchObject({ JPY: 0, KWD: 3, CHF: 2, USD: 2 })
    expect(all.filter(({ isActive }) => isActive)).toHaveLength(3)
  })

  it('are each tenant’s own', async () => {
    const { currency } = test.application.modules
    const foreigner = await test.foreigner()
    const own = await currency.definitions(test.tenantId)
    const foreign = await currency.definitions(foreigner.actor.tenantId)
    expect(foreign.map(({ code }) => code)).toEqual(own.map(({ code }) => code))
    const ids = [...own, ...foreign].map((definition) => definition.currencyDefinitionId)
    expect(new Set(ids).size).toBe(own.length * 2)
    expect(await currency.defaultCurrencyId(test.tenantId)).toBe(own[0]?.currencyDefinitionId)
  })
})

describe('adding and taking away', () => {
  it('adds by code or id, in any case, and takes away what nobody uses', async () => {
    const answer = await change(
      { code: 'chf', isActive: true },
      { currencyDefinitionId: idOf('SEK'), isActive: true },
    )
    expect(codes(good(answer).data)).toEqual(['USD', 'CHF', 'EUR', 'GBP', 'SEK'])
    good(await change({ code: 'SEK', isActive: false }))
    expect(await active()).toEqual(['USD', 'CHF', 'EUR', 'GBP'])
  })

  it('refuses what there is not, and does nothing then', async () => {
    const { status, body } = await change({ code: 'NOK', isActive: true }, { code: 'XYZ', isActive: true })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['1.code']])
    expect(await active()).not.toContain('NOK')
    expect((await admin.post('currency/currency-types', [])).status).toBe(400)
    expect((await change({ isActive: true })).status).toBe(400)
  })

  it('refuses to take away what is in use, and says where', async () => {
    await defineField(admin, 'account', 'fee', 'currency')
    await create(admin, 'accounts', { name: 'Bern', fee: { value: 5, currencyDefinitionId: idOf('CHF') } })
    const user = await test.newUser('manager')
    good(await admin.patch(`user-management/users/${user.actor.userId}`, { displayCurrency: 'GBP' }))
    for (const [code, where] of [
      ['USD', /base currency.*default currency.*users/],
      ['CHF', /1 record/],
      ['GBP', /1 user/],
    ] as const) {
      const { status, body } = await change({ code, isActive: false })
      expect([code, status, body.reason]).toEqual([code, 409, 'currency.in_use'])
      expect(body.message).toMatch(where)
    }
    good(await admin.patch(`user-management/users/${user.actor.userId}`, { displayCurrency: 'USD' }))
    good(await change({ code: 'GBP', isActive: false }))
    good(await change({ code: 'GBP', isActive: true }))
  })

  it('takes no amounts in a currency that is not active', async () => {
    const { status, body } = await admin.post('core/accounts', {
      globalFields: { name: 'Oslo' },
      customFields: { fee: { value: 5, currencyDefinitionId: idOf('NOK') } },
    })
    expect([status, Object.values(body.fields)]).toEqual([400, [expect.stringContaining('currency')]])
  })

  it('moves the base and the default', async () => {
    good(await change({ code: 'EUR', isBase: true }))
    const listed: CurrencyDefinition[] = good(
      await admin.post('currency/update-default-currency', { currencyDefinitionId: idOf('GBP') }),
    ).data
    expect(listed[0]).toMatchObject({ code: 'GBP', isDefault: true, isBase: false })
    expect(listed.filter(({ isBase }) => isBase).map(({ code }) => code)).toEqual(['EUR'])
    const two = await change({ code: 'USD', isBase: true }, { code: 'GBP', isBase: true })
    expect([two.status, Object.keys(two.body.fields)]).toEqual([400, ['1']])
    expect((await change({ code: 'USD', isBase: true, isActive: false })).status).toBe(400)
    const unknown = await admin.post('currency/update-default-currency', {
      currencyDefinitionId: idOf('NOK'),
    })
    expect([unknown.status, Object.keys(unknown.body.fields)]).toEqual([400, ['currencyDefinitionId']])
    const id = await create(admin, 'accounts', { name: 'London', fee: 7 })
    const { body } = await admin.get(`core/accounts/${id}`)
    expect(body.data.customFields.fee).toEqual({ value: 7, currencyDefinitionId: idOf('GBP') })
    good(await change({ code: 'USD', isBase: true }))
    good(await admin.post('currency/update-default-currency', { currencyDefinitionId: idOf('USD') }))
  })

  it('is for administrators, and stands in the audit log', async () => {
    const manager = await test.as('manager')
    for (const path of ['currency-types', 'update-default-currency', 'exchange-rates']) {
      expect((await manager.post(`currency/${path}`, {})).status).toBe(403)
    }
    const { data } = good(await admin.get('audit?action=currency.default_changed'))
    expect(data[0]).toMatchObject({ summary: 'Made USD the default currency' })
  })
})
