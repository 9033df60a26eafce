import type { ExchangeRates } from '@steward/contracts/currency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { currencyIds, enterRates, presentMonth } from './currency.fixture.ts'
import { addMonths } from './rate.rules.ts'

let app: TestApp
let admin: Client
let idOf: (code: string) => number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  idOf = await currencyIds(admin)
})
afterAll(() => app.stop())

const show = async (query = ''): Promise<ExchangeRates> =>
  good(await admin.get(`currency/exchange-rates${query}`)).data
const effective = ({ effective: all }: ExchangeRates, code: string) =>
  all.find(({ currencyDefinitionId }) => currencyDefinitionId === idOf(code))
const edit = (rates: object[]) => admin.post('currency/exchange-rates', { rates })

describe('exchange rates', () => {
  it('are missing at first, and said to be', async () => {
    const rates = await show()
    expect(rates.months).toHaveLength(12)
    expect(rates.months[0]).toEqual({ month: presentMonth(app), rates: [] })
    expect(effective(rates, 'USD')).toMatchObject({ rate: 1, toBase: 1, rateDate: null, carried: false })
    expect(effective(rates, 'EUR')).toMatchObject({ rate: null, toBase: null, rateDate: null })
  })

  it('are entered by month; the newest that has begun counts', async () => {
    const now = presentMonth(app)
    await enterRates(app, admin, { EUR: 0.8, GBP: 0.7 }, addMonths(now, -3))
    const rates = await enterRates(app, admin, { EUR: 0.9 }, addMonths(now, -1))
    await enterRates(app, admin, { EUR: 2 }, addMonths(now, 1))
    expect(rates.months[0]?.rates).toEqual([
      expect.objectContaining({ currencyDefinitionId: idOf('EUR'), rate: 0.9, source: 'entered' }),
    ])
    const shown = await show()
    expect(effective(shown, 'EUR')).toMatchObject({ rate: 0.9, month: addMonths(now, -1), carried: true })
    expect(effective(shown, 'GBP')).toMatchObject({ rate: 0.7, month: addMonths(now, -3), carried: true })
    await enterRates(app, admin, { EUR: 0.95 })
    expect(effective(await show(), 'EUR')).toMatchObject({ rate: 0.95, carried: false })
    await enterRates(app, admin, { EUR: null })
    expect(effective(await show(), 'EUR')).toMatchObject({ rate: 0.9 })
  })

  it('count from their month on, when it has come', async () => {
    const next = new Date(`${addMonths(presentMonth(app), 1)}-01T00:05:00Z`)
    const away = next.getTime() - app.clock.now().getTime()
    app.clock.advance(away)
    const task = app.application.modules.modules.flatMap(
      ({ tasks }) => tasks?.['currency:follow-months'] ?? [],
    )[0]
    await task?.({}, { signal: new AbortController().signal, log: app.application.platform.log })
    expect(effective(await show(), 'EUR')).toMatchObject({ rate: 2, carried: false })
    await enterRates(app, admin, { EUR: null })
    app.clock.advance(-away)
    await enterRates(app, admin, { EUR: 0.5 })
    expect(effective(await show(), 'EUR')).toMatchObject({ rate: 0.5 })
  })

  it('stay what they are worth when the base is another', async () => {
    const now = presentMonth(app)
    await enterRates(app, admin, { EUR: 0.5, GBP: 0.25 }, now)
    good(await admin.post('currency/currency-types', [{ code: 'GBP', isBase: true }]))
    const shown = await show()
    expect(effective(shown, 'USD')).toMatchObject({ rate: 4, toBase: 0.25 })
    expect(effective(shown, 'EUR')).toMatchObject({ rate: 2, toBase: 0.5 })
    await enterRates(app, admin, { USD: 5 }, now)
    good(await admin.post('currency/currency-types', [{ code: 'USD', isBase: true }]))
    expect(effective(await show(), 'GBP')).toMatchObject({ rate: 0.2 })
  })

  it('that nothing connects with the base are refused', async () => {
    const month = '2001-05'
    await enterRates(app, admin, { EUR: 0.5 }, month)
    good(await admin.post('currency/currency-types', [{ code: 'CHF', isActive: true, isBase: true }]))
    const refused = await edit([{ month, code: 'GBP', rate: 3 }])
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['rates.0.rate']])
    good(
      await edit([
        { month, code: 'EUR', rate: 1.25 },
        { month, code: 'GBP', rate: 3 },
      ]),
    )
    const { months } = await show(`?from=${month}&to=${month}`)
    const rateOf = (code: string) =>
      months[0]?.rates.find((rate) => rate.currencyDefinitionId === idOf(code))?.rate
    expect([rateOf('EUR'), rateOf('GBP'), rateOf('USD')]).toEqual([1.25, 3, 2.5])
    good(await admin.post('currency/currency-types', [{ code: 'USD', isBase: true }]))
  })

  it('are refused cell by cell, and none is written then', async () => {
    const month = presentMonth(app)
    const before = await show()
    const { status, body } = await edit([
      { month, code: 'EUR', rate: 0.77 },
      { month, code: 'EUR', rate: 0 },
      { month, code: 'EUR', rate: -1 },
      { month, code: 'EUR', rate: 1e12 },
      { month, code: 'USD', rate: 1 },
      { month, code: 'ZZZ', rate: 1 },
      { month: '1950-01', code: 'EUR', rate: 1 },
    ])
    expect([status, Object.keys(body.fields)]).toEqual([
      400,
      ['rates.1.rate', 'rates.2.rate', 'rates.3.rate', 'rates.4.rate', 'rates.5.code', 'rates.6.month'],
    ])
    expect(await show()).toEqual(before)
    expect((await edit([{ month: '2026-13', code: 'EUR', rate: 1 }])).status).toBe(400)
    expect((await edit([{ month, code: 'EUR', rate: 'much' }])).status).toBe(400)
    expect((await edit([])).status).toBe(400)
    expect((await admin.get('currency/exchange-rates?from=2026-05&to=2026-01')).status).toBe(400)
    expect((await admin.get('currency/exchange-rates?from=1800-01')).status).toBe(400)
  })

  it('are each tenant’s own, and what was entered is in the audit log', async () => {
    const foreigner = await app.foreigner()
    const { body } = await foreigner.get('currency/exchange-rates')
    expect(body.data.months.flatMap(({ rates }: { rates: unknown[] }) => rates)).toEqual([])
    const { data } = good(await admin.get('audit?action=currency.rates_edited'))
    expect(data[0].details.rates).toEqual(expect.arrayContaining([expect.objectContaining({ rate: 3 })]))
  })
})
