import { readFile } from 'node:fs/promises'
import type { Client, TestApp } from '../../../test/harness.ts'

const importFolder = new URL('../../../fixtures/import/', import.meta.url)

/** Sends bytes to an upload. */
export async function sendBytes(
  app: TestApp,
  client: Client,
  uploadId: string,
  offset: number,
  bytes: Buffer,
) {
  const answer = await app.application.app.inject({
    method: 'PATCH',
    url: `/api/core/entity/bulk/uploads/${uploadId}?offset=${offset}`,
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Uploads a file as a whole; answers its id. */
export async function upload(
  app: TestApp,
  client: Client,
  fileName: string,
  content: string | Buffer,
): Promise<string> {
  const bytes = Buffer.from(content as string)
  const created = await client.post('core/entity/bulk/uploads', { fileName, size: bytes.length })
  const { uploadId } = created.body.data
  await sendBytes(app, client, uploadId, 0, bytes)
  return uploadId
}

export async function uploadFixture(app: TestApp, client: Client, name: string): Promise<string> {
  return upload(app, client, name, await readFile(new URL(name, importFolder)))
}
