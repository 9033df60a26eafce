import { expect } from 'vitest'
import type { BulkJob } from '@steward/contracts/bulk'
import type { MassChange, MassPreview, Selection } from '@steward/contracts/mass-update'
import type { Client } from '../../../test/harness.ts'
import { ended } from './bulk.fixture.ts'

export interface MassInput {
  type?: 'massUpdate' | 'massPulse'
  level: string
  selection: Selection
  change: Partial<MassChange> | Record<string, unknown>
}

/** A mass update as the calls take it. */
export function massBody(input: MassInput): object {
  return { type: 'massUpdate', ...input }
}

export async function previewMass(client: Client, input: MassInput): Promise<MassPreview> {
  const { body, status } = await client.post('core/entity/bulk/mass-update/preview', massBody(input))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Starts a mass update; answers the job as it was started. */
export async function startMass(client: Client, input: MassInput): Promise<BulkJob> {
  const { body, status } = await client.post('core/entity/bulk', massBody(input))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Runs a mass update to its end. */
export async function runMass(client: Client, input: MassInput): Promise<BulkJob> {
  return ended(client, (await startMass(client, input)).jobId)
}

export async function undoMass(client: Client, jobId: number): Promise<BulkJob> {
  const { body, status } = await client.post(`core/entity/bulk/${jobId}/undo`)
  expect(status, JSON.stringify(body)).toBe(200)
  return ended(client, jobId)
}
