import { expect } from 'vitest'
import type { Client, TestApp } from '../harness.ts'
import { create } from '../../src/modules/record/record.fixture.ts'
import {
  activated,
  good,
  node,
  runNow,
  scenario,
} from '../../src/modules/scenario-management/scenario.fixture.ts'
import { settle, summaryOf } from '../../src/modules/scenario-run/run.fixture.ts'

/** An account of a user, with a contact for each name. */
export async function makeCustomer(
  manager: Client,
  ownerId: number,
  name: string,
  contacts: readonly string[],
) {
  const organization = await create(manager, 'organizations', { name: `${name} Group` })
  const account = await create(manager, 'accounts', { name, organization, owners: [ownerId] })
  const ids = []
  for (const contact of contacts) {
    ids.push(await create(manager, 'contacts', { name: contact, account, email: addressOf(contact) }))
  }
  return { account, contacts: ids }
}

export const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`

/** Runs one action on some accounts until nothing is ready to go on. */
export async function runAction(
  app: TestApp,
  manager: Client,
  recordIds: readonly number[],
  [type, settings]: readonly [type: string, settings: Record<string, unknown>],
  formData: object = {},
): Promise<number> {
  const body = scenario([runNow({ ids: recordIds }, 'act'), node('act', type, settings)], formData)
  const scenarioId = await activated(manager, body)
  await settle(app)
  return scenarioId
}

/** Waits until the action of a scenario has so many executions of each status that is named. */
export const becomes = (manager: Client, scenarioId: number, wanted: Record<string, number>) =>
  expect.poll(() => summaryOf(manager, scenarioId, 'act'), { timeout: 60_000 }).toMatchObject(wanted)

const limits = { messagesPerWeek: null, actionsPerDay: null, hours: null, lateEventHours: 24 }

export const setLimits = async (manager: Client, change: object) =>
  good(await manager.put('scenario-management/limits', { ...limits, ...change }))
