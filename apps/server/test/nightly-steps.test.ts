import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { define, formula } from '../src/modules/calculation/calculation.fixture.ts'
import { enterRates, presentMonth } from '../src/modules/currency/currency.fixture.ts'
import { addMonths } from '../src/modules/currency/rate.rules.ts'
import { defineField, good } from '../src/modules/record/record.fixture.ts'
import { startTestApp, type Client, type TestApp } from './harness.ts'

const day = 24 * 3600 * 1000

let bank: Server
let app: TestApp
/** Of the company that comes first, and for which nothing can be done. */
let broken: Client
let behind: Client

beforeAll(async () => {
  bank = createServer((_, response) => response.end('Date,USD,\n2020-03-02,2,'))
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
  const { port } = bank.address() as AddressInfo
  app = await startTestApp({
    EXCHANGE_RATES_URL: `http://127.0.0.1:${port}/rates.csv`,
    ALLOW_PRIVATE_ADDRESSES: 'on',
  })
  broken = await app.as('administrator')
  behind = await app.foreigner()
})
afterAll(async () => {
  await app.stop()
  bank.close()
})

/** The database takes no more rows of the first company into a table. */
async function breakTable(table: string): Promise<void> {
  const { owner } = app.application.platform.database
  await owner.query(
    `alter table ${table} add constraint broken check (tenant_id <> ${app.tenantId}) not valid`,
  )
}

/** Does what a night brings; there is no worker that would try it again. */
async function comeNight(name: string): Promise<void> {
  const { modules } = app.application.modules
  const [task] = modules.flatMap(({ tasks }) => tasks?.[name] ?? [])
  const context = { signal: new AbortController().signal, log: pino({ level: 'silent' }) }
  await expect(task?.({}, context)).rejects.toThrow('It failed for 1 of 2 companies')
}

/** A number about the rows that the second company has in a table. */
async function ofBehind(table: string, number: string): Promise<number> {
  const { owner } = app.application.platform.database
  const { rows } = await owner.query(`select (${number})::int as n from ${table} where tenant_id = $1`, [
    behind.actor.tenantId,
  ])
  return rows[0].n
}

const ratesOf = async (query = '') => good(await behind.get(`currency/exchange-rates${query}`)).data

describe('a company for which it cannot be done keeps none behind it from', () => {
  it('having worked out anew what depends on the day', async () => {
    for (const client of [broken, behind]) {
      await defineField(client, 'pipeline', 'due', 'date')
      await define(client, formula('pipeline', 'days_left', 'number', 'daysBetween(today(), {due})'))
    }
    await breakTable('calculation_state')
    const before = await ofBehind('calculation_state', 'max(revision)')
    await comeNight('calculation:nightly')
    expect(await ofBehind('calculation_state', 'max(revision)')).toBe(before + 1)
  })

  it('being scored for another day', async () => {
    await breakTable('score_refresh')
    expect(await ofBehind('score_refresh', 'count(*) filter (where running)')).toBe(0)
    app.clock.advance(day)
    await comeNight('health:nightly')
    expect(await ofBehind('score_refresh', 'count(*) filter (where running)')).toBeGreaterThan(0)
  })

  it('having the exchange rates of a month that begins', async () => {
    const next = addMonths(presentMonth(app), 1)
    for (const client of [broken, behind]) await enterRates(app, client, { EUR: 4 }, next)
    await breakTable('effective_rate')
    app.clock.advance(Date.parse(`${next}-01T00:02:00Z`) - app.clock.now().getTime())
    await comeNight('currency:follow-months')
    expect((await ratesOf()).effective).toContainEqual(expect.objectContaining({ rate: 4, month: next }))
  })

  it('being given the exchange rates that were fetched', async () => {
    await breakTable('exchange_rate')
    await comeNight('currency:fetch-rates')
    const { months } = await ratesOf('?from=2020-03&to=2020-03')
    expect(months[0].rates).toEqual([expect.objectContaining({ rate: 0.5, source: 'ecb' })])
  })
})
