import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

it.each(['active-currencies', 'currency-definitions'])(
  'GET /currency/%s lists the currencies',
  async (path) => {
    const viewer = await test.as('viewer')
    const { status, body } = await viewer.get(`currency/${path}`)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      expect.objectContaining({ code: 'USD', name: 'US Dollar', symbol: '$', isBase: true, isDefault: true }),
      expect.objectContaining({ code: 'EUR', name: 'Euro', symbol: '€', isBase: false, isDefault: false }),
      expect.objectContaining({ code: 'GBP', symbol: '£', isBase: false, isDefault: false }),
    ])
  },
)

it('has each tenant work in its own currencies', async () => {
  const { currency } = test.application.modules
  const foreigner = await test.foreigner()
  const own = await currency.definitions(test.tenantId)
  const foreign = await currency.definitions(foreigner.actor.tenantId)
  expect(foreign.map((definition) => definition.code)).toEqual(own.map((definition) => definition.code))
  const ids = [...own, ...foreign].map((definition) => definition.currencyDefinitionId)
  expect(new Set(ids).size).toBe(6)
  expect(await currency.defaultCurrencyId(test.tenantId)).toBe(own[0]?.currencyDefinitionId)
})
