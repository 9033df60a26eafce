import { levelOf, type LevelPlural } from '@steward/contracts/level'
import { expect } from 'vitest'
import type { Answer, Client } from '../../../test/harness.ts'

export const pulseUrl = 'core/entity-action/pulse'

function good({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A new account; answers its id. */
export async function newAccount(client: Client, more: object = {}): Promise<number> {
  const globalFields = { name: 'Northwind', ...more }
  return good(await client.post('core/accounts', { globalFields })).data[levelOf('account').idKey]
}

/** The pulse that a record has. */
export const pulseOf = async (
  client: Client,
  id: number,
  plural: LevelPlural = 'accounts',
): Promise<number | null> => good(await client.get(`core/${plural}/${id}`)).data.globalFields.pulse

/** Logs a pulse with an account; answers the entry and the change set. */
export const logPulse = async (
  client: Client,
  id: number,
  pulse: number,
  more: object = {},
): Promise<Answer['body']> =>
  good(await client.post(`${pulseUrl}?level=account`, { parentIdentifier: id, pulse, ...more }))

/** The page of an account's entries. */
export const listPulses = async (client: Client, id: number): Promise<Answer['body']> =>
  good(await client.get(`${pulseUrl}?level=account&parentIdentifier=${id}`))
