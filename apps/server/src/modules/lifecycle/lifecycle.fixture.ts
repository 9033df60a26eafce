import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { expect } from 'vitest'
import type { Client } from '../../../test/harness.ts'

/** The stages of a level, in their order. */
export async function stagesOf(
  client: Client,
  level = 'account',
  withRecords = false,
): Promise<LifecycleStage[]> {
  const query = `level=${level}${withRecords ? '&withRecords=true' : ''}`
  const { status, body } = await client.get(`core/lifecycles?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
