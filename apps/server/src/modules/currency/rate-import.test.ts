import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { ExchangeRates } from '@steward/contracts/currency'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { currencyIds, enterRates, readHistory, sendRates } from './currency.fixture.ts'

let app: TestApp
let admin: Client
let idOf: (code: string) => number
let history: Buffer

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  idOf = await currencyIds(admin)
  history = await readHistory()
})
afterAll(() => app.stop())

async function rateOf(month: string, code: string): Promise<number | undefined> {
  const { months }: ExchangeRates = good(
    await admin.get(`currency/exchange-rates?from=${month}&to=${month}`),
  ).data
  return months[0]?.rates.find((rate) => rate.currencyDefinitionId === idOf(code))?.rate
}

const fileOf = (...lines: string[]) => ['Date,USD,JPY,GBP,XYZ,', ...lines].join('\n')

describe('the history of the European Central Bank', () => {
  it('is told before it is written, and is written once', async () => {
    const shown = good(await sendRates(app, admin, history, { dryRun: true, name: 'hist.csv.gz' })).data
    expect(shown).toMatchObject({
      dryRun: true,
      days: 6983,
      firstMonth: '1999-01',
      lastMonth: '2026-04',
      months: 328,
      changed: 0,
      unchanged: 0,
    })
    expect(shown.skipped).toEqual(expect.arrayContaining(['CYP', 'EEK', 'LTL', 'ROL', 'TRL']))
    expect(shown.currencies).toContain('GBP')
    expect(await rateOf('2026-04', 'EUR')).toBeUndefined()

    const written = good(await sendRates(app, admin, history)).data
    expect(written).toEqual({ ...shown, dryRun: false })
    // On 2026-04-13 one euro was 1.1684 dollars and 0.87058 pounds.
    expect(await rateOf('2026-04', 'EUR')).toBe(Number((1 / 1.1684).toPrecision(12)))
    expect(await rateOf('2026-04', 'GBP')).toBe(Number((0.87058 / 1.1684).toPrecision(12)))
    expect(await rateOf('1999-01', 'EUR')).toBeDefined()
    const { effective }: ExchangeRates = good(await admin.get('currency/exchange-rates')).data
    expect(effective.find((one) => one.currencyDefinitionId === idOf('EUR'))).toMatchObject({
      toBase: 1.1684,
      rateDate: '2026-04-13',
      month: '2026-04',
      carried: true,
    })

    const again = good(await sendRates(app, admin, gunzipSync(history))).data
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: shown.added })
  })

  it('replaces what was entered, and says so; the rest of the month keeps its worth', async () => {
    await enterRates(app, admin, { GBP: 0.5, KES: 130 }, '2026-04')
    const { changes } = good(await sendRates(app, admin, history, { dryRun: true })).data
    expect(changes).toEqual([
      expect.objectContaining({ month: '2026-04', code: 'GBP', before: 0.5, replacesEntered: true }),
    ])
    good(await sendRates(app, admin, history))
    expect(await rateOf('2026-04', 'GBP')).toBe(Number((0.87058 / 1.1684).toPrecision(12)))
    expect(await rateOf('2026-04', 'KES')).toBe(130)
  })
})

describe('a file of rates', () => {
  it('brings the last day of each month, in whatever order the days stand', async () => {
    const file = fileOf('2027-01-04,1.5,N/A,0.8,1,', '2027-01-29,2,150,0.5,1,', '2027-01-15,3,N/A,0.9,1,')
    const { body } = await sendRates(app, admin, file)
    expect(body.data).toMatchObject({
      days: 3,
      months: 1,
      currencies: ['USD', 'JPY', 'GBP'],
      skipped: ['XYZ'],
    })
    expect(await rateOf('2027-01', 'EUR')).toBe(0.5)
    expect(await rateOf('2027-01', 'JPY')).toBe(75)
    expect(await rateOf('2027-01', 'GBP')).toBe(0.25)
  })

  it('leaves a month alone that nothing connects with it', async () => {
    good(await admin.post('currency/currency-types', [{ code: 'KES', isActive: true, isBase: true }]))
    await enterRates(app, admin, { NGN: 11 }, '2027-02')
    const file = fileOf('2027-02-01,1.5,N/A,0.8,1,')
    expect(good(await sendRates(app, admin, file)).data).toMatchObject({ left: ['2027-02'], added: 0 })
    expect(await rateOf('2027-02', 'NGN')).toBe(11)
    good(await admin.post('currency/currency-types', [{ code: 'USD', isBase: true }]))
  })

  it.each([
    ['is empty', ''],
    ['is no table', 'hello'],
    ['has no days', fileOf()],
    ['has a day that is none', fileOf('2027-02-31,1,1,1,1,')],
    ['has a rate of zero', fileOf('2027-03-01,0,1,1,1,')],
    ['has a rate that is none', fileOf('2027-03-01,1e5,1,1,1,')],
    ['is damaged', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])],
    ['is a damaged archive', Buffer.from('PK\u0003\u0004 and nothing more')],
  ])('that %s is refused', async (_, bytes) => {
    const { status, body } = await sendRates(app, admin, bytes)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['file']])
  })

  it('that is too large is refused, and so is no form', async () => {
    expect((await sendRates(app, admin, Buffer.alloc(5 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
    expect((await admin.post('currency/exchange-rates/import', {})).status).toBe(400)
    const viewer = await app.as('viewer')
    expect((await sendRates(app, viewer, history)).status).toBe(403)
  })
})

/** The rates of a month for one euro. */
const published = (month: string) => ({
  month,
  day: `${month}-28`,
  rates: new Map([
    ['USD', '1.25'],
    ['GBP', '0.75'],
  ]),
})

describe('samples', () => {
  it('fill months without rates, give way to what is published, and go but for what was entered with them', async () => {
    const other = await startTestApp()
    try {
      const client = await other.as('administrator')
      const { currency } = other.application.modules
      await enterRates(other, client, { EUR: 0.9 }, '2026-05')
      const months = ['2026-05', '2026-06', '2026-07', '2026-08'].map(published)
      await currency.addSamples(other.tenantId, { days: 4, codes: ['USD', 'GBP'], months })
      await currency.importPublished(other.tenantId, {
        days: 1,
        codes: ['USD', 'GBP'],
        months: [published('2026-07')],
      })
      await enterRates(other, client, { GBP: 0.7 }, '2026-08')
      const own = await currencyIds(client)
      const sourcesOf = async () => {
        const path = 'currency/exchange-rates?from=2026-05&to=2026-08'
        const { months: read }: ExchangeRates = good(await client.get(path)).data
        return read.map(({ rates }) =>
          rates.map(({ currencyDefinitionId, source }) => [
            ['EUR', 'GBP'].find((code) => own(code) === currencyDefinitionId),
            source,
          ]),
        )
      }
      const august = expect.arrayContaining([
        ['EUR', 'sample'],
        ['GBP', 'entered'],
      ])
      const july = expect.arrayContaining([
        ['EUR', 'ecb'],
        ['GBP', 'ecb'],
      ])
      const june = expect.arrayContaining([
        ['EUR', 'sample'],
        ['GBP', 'sample'],
      ])
      expect(await sourcesOf()).toEqual([august, july, june, [['EUR', 'entered']]])
      await currency.removeSamples(other.tenantId)
      expect(await sourcesOf()).toEqual([august, july, [], [['EUR', 'entered']]])
    } finally {
      await other.stop()
    }
  })
})

describe('rates that are fetched', () => {
  it('come every day from the address of the operator, and leave what was entered', async () => {
    const bank = createServer((_, response) => response.end(fileOf('2027-03-01,2,300,0.5,1,')))
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
    const { port } = bank.address() as AddressInfo
    const other = await startTestApp({
      EXCHANGE_RATES_URL: `http://127.0.0.1:${port}/rates.csv`,
      ALLOW_PRIVATE_ADDRESSES: 'on',
    })
    try {
      const client = await other.as('administrator')
      await enterRates(other, client, { GBP: 0.75 }, '2027-03')
      const modules = other.application.modules.modules
      expect(modules.flatMap(({ schedules = [] }) => schedules).join('\n')).toContain('currency:fetch-rates')
      const fetch = modules.flatMap(({ tasks }) => tasks?.['currency:fetch-rates'] ?? [])[0]
      await fetch?.({}, { signal: new AbortController().signal, log: other.application.platform.log })
      const path = 'currency/exchange-rates?from=2027-03&to=2027-03'
      const { months }: ExchangeRates = good(await client.get(path)).data
      const own = await currencyIds(client)
      const rateIn = (code: string) =>
        months[0]?.rates.find(({ currencyDefinitionId }) => currencyDefinitionId === own(code))
      expect(rateIn('EUR')).toMatchObject({ rate: 0.5, source: 'ecb', updatedBy: null })
      expect(rateIn('JPY')).toMatchObject({ rate: 150 })
      expect(rateIn('GBP')).toMatchObject({ rate: 0.75, source: 'entered' })
      const { data } = good(await client.get('audit?action=currency.rates_imported'))
      expect(data[0]).toMatchObject({ actorKind: 'system' })
    } finally {
      await other.stop()
      bank.close()
    }
  })

  it('are fetched by nobody who was not told to', () => {
    const schedules = app.application.modules.modules.flatMap((part) => part.schedules ?? [])
    expect(schedules.join('\n')).not.toContain('currency:fetch-rates')
  })
})
