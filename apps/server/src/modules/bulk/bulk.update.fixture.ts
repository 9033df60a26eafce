import { expect } from 'vitest'
import type { BulkJob } from '@steward/contracts/bulk'
import type { BulkUpdateChange, BulkUpdatePreview, Selection } from '@steward/contracts/bulk-update'
import type { Client } from '../../../test/harness.ts'
import { ended } from './bulk.fixture.ts'

export interface BulkUpdateInput {
  type?: 'massUpdate' | 'massPulse'
  level: string
  selection: Selection
  change: Partial<BulkUpdateChange> | Record<string, unknown>
}

/** A bulk update as the calls take it. */
export function bulkUpdateBody(input: BulkUpdateInput): object {
  return { type: 'massUpdate', ...input }
}

export async function previewBulkUpdate(client: Client, input: BulkUpdateInput): Promise<BulkUpdatePreview> {
  const { body, status } = await client.post('core/entity/bulk/mass-update/preview', bulkUpdateBody(input))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Starts a bulk update; answers the job as it was started. */
export async function startBulkUpdate(client: Client, input: BulkUpdateInput): Promise<BulkJob> {
  const { body, status } = await client.post('core/entity/bulk', bulkUpdateBody(input))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Runs a bulk update to its end. */
export async function runBulkUpdate(client: Client, input: BulkUpdateInput): Promise<BulkJob> {
  return ended(client, (await startBulkUpdate(client, input)).jobId)
}

export async function undoBulkUpdate(client: Client, jobId: number): Promise<BulkJob> {
  const { body, status } = await client.post(`core/entity/bulk/${jobId}/undo`)
  expect(status, JSON.stringify(body)).toBe(200)
  return ended(client, jobId)
}
