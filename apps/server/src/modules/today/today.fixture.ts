import type { Today, TodayCard } from '@steward/contracts/today'
import { expect } from 'vitest'
import type { Client, TestApp } from '../../../test/harness.ts'

export const dayLength = 86_400_000

/** Today of the client, or of the user that the query names. */
export async function readToday(client: Client, query = ''): Promise<Today> {
  const { status, body } = await client.get(`today${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** The client's card of a record. */
export async function cardOf(client: Client, recordId: number): Promise<TodayCard | undefined> {
  return (await readToday(client)).cards.find(({ record }) => record?.id === recordId)
}

/** A day so many days from the present one, by the clock of the test. */
export const dayAt = (app: TestApp, offset: number): string =>
  new Date(app.clock.now().getTime() + offset * dayLength).toISOString().slice(0, 10)

export const onAccount = (id: number) => ({ level: 'account', parentIdentifier: id })
