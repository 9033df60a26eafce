import { readFile } from 'node:fs/promises'
import type { CurrencyDefinition, ExchangeRates } from '@steward/contracts/currency'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

/**
 * European Central Bank, euro foreign exchange reference rates from 1999-01-04 to 2026-04-13; free reuse if the
 * source is named.
 */
export async function readHistory(): Promise<Buffer> {
  return readFile(new URL('../../../demo/exchange-rates/eurofxref-hist.csv.gz', import.meta.url))
}

/** Sends a file of rates. */
export async function sendRates(
  app: TestApp,
  client: Client,
  bytes: Uint8Array | string,
  { dryRun = false, name = 'rates.csv' } = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  const encoded = new Response(form)
  const answer = await app.application.app.inject({
    method: 'POST',
    url: `/api/currency/exchange-rates/import?dryRun=${dryRun}`,
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** The ids of currencies by their codes. */
export async function currencyIds(client: Client): Promise<(code: string) => number> {
  const { body } = await client.get('currency/currency-definitions')
  const ids = new Map((body.data as CurrencyDefinition[]).map((one) => [one.code, one.currencyDefinitionId]))
  return (code) => ids.get(code) ?? 0
}

/** The month that is now. */
export const presentMonth = (app: TestApp): string => app.clock.now().toISOString().slice(0, 7)

/** Enters rates for the present month: how much of a currency one unit of the base is. */
export async function enterRates(
  app: TestApp,
  client: Client,
  rates: Readonly<Record<string, number | null>>,
  month = presentMonth(app),
): Promise<ExchangeRates> {
  const { status, body } = await client.post('currency/exchange-rates', {
    rates: Object.entries(rates).map(([code, rate]) => ({ month, code, rate })),
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.rates
}

/** Makes currencies active. */
export async function activate(client: Client, ...codes: string[]): Promise<void> {
  const { status, body } = await client.post(
    'currency/currency-types',
    codes.map((code) => ({ code, isActive: true })),
  )
  expect(status, JSON.stringify(body)).toBe(200)
}
