import { expect } from 'vitest'
import type { Answer, Client } from '../../../test/harness.ts'

export const scenariosPath = 'scenario-management/scenarios'

/** What an answer says, once its status has been looked at. */
export const good = ({ status, body }: Answer): Answer['body'] => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

type Settings = Record<string, unknown>

/** A node with one way out, or none for `end`. */
export const node = (key: string, type: string, settings: Settings = {}, next: string | object = 'end') => ({
  key,
  type,
  settings,
  next: typeof next === 'string' ? { next } : next,
})

export const end = { key: 'end', type: 'end', settings: {}, next: {} }

let count = 0

/** A scenario whose nodes follow each other, with End at the end. */
export const scenario = (nodes: readonly object[], formData: object = {}) => ({
  formData: { name: `Scenario ${(count += 1)}`, level: 'account', ...formData },
  nodes: [...nodes, end],
})

export const onCreated = (next = 'end') => node('start', 'onEvent', { type: 'created' }, next)

export const runNow = (selection: object, next = 'end') => node('start', 'runNow', { selection }, next)

export async function createScenario(client: Client, body: object): Promise<number> {
  return good(await client.post(scenariosPath, body)).data.scenarioId
}

export async function activate(client: Client, scenarioId: number): Promise<void> {
  good(await client.patch(`${scenariosPath}/${scenarioId}/activate`))
}

export async function activated(client: Client, body: object): Promise<number> {
  const scenarioId = await createScenario(client, body)
  await activate(client, scenarioId)
  return scenarioId
}

export const readScenario = async (client: Client, scenarioId: number) =>
  good(await client.get(`${scenariosPath}/${scenarioId}`)).data
