import type { Export } from '@steward/contracts/export'
import type { Client } from '../../../test/harness.ts'

export interface ExportInput {
  format: 'csv' | 'xlsx'
  columns: readonly string[]
  query?: object
  scope?: 'all' | 'ids'
  ids?: readonly number[]
}

/** Waits until an export has ended. */
export async function endedExport(client: Client, exportId: number): Promise<Export> {
  for (;;) {
    const { body } = await client.get(`core/exports/${exportId}`)
    const found = body.data as Export
    if (found.state === 'ready' || found.state === 'stopped') return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Exports records of a level, and waits until it has ended. */
export async function exported(client: Client, plural: string, input: ExportInput): Promise<Export> {
  const { status, body } = await client.post(`core/${plural}/export`, input)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return endedExport(client, body.data.exportId)
}

/** The bytes of a finished export. */
export async function fileOf(
  client: Client,
  app: { inject(options: object): Promise<{ rawPayload: Buffer }> },
  exportId: number,
): Promise<Buffer> {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/core/exports/${exportId}/file`,
    headers: { authorization: `Bearer ${client.token}` },
  })
  return answer.rawPayload
}
