import { parseCrontab } from 'graphile-worker'
import type { StoredFile } from '@steward/contracts/file'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

export interface SentFile {
  name: string
  bytes: Uint8Array | string
  /** What its sender says it is. */
  type?: string
}

/** Sends files as they are in one form. */
export async function sendFiles(
  app: TestApp,
  client: Client,
  files: readonly SentFile[],
  { source = 'system', field = 'file' } = {},
): Promise<Answer> {
  const form = new FormData()
  for (const { name, bytes, type = 'text/html' } of files) {
    form.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  }
  const encoded = new Response(form)
  const answer = await app.application.app.inject({
    method: 'POST',
    url: `/api/file-management/files/upload/${source}`,
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

/** Sends one file that has to be taken. */
export async function storeFile(
  app: TestApp,
  client: Client,
  bytes: Uint8Array | string,
  name = 'a.txt',
): Promise<StoredFile> {
  const { status, body } = await sendFiles(app, client, [{ name, bytes }])
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data[0]
}

/** The address of a file, which its client may read. */
export async function addressOf(client: Client, fileId: number): Promise<string> {
  const { status, body } = await client.post(`file-management/files/download/${fileId}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.url
}

/** What an address gives to anyone who has it. */
export function fetchAddress(app: TestApp, url: string) {
  return app.application.app.inject({ method: 'GET', url })
}

/** Runs the scheduled jobs whose name begins so. */
export async function runSchedules(app: TestApp, prefix: string): Promise<void> {
  const { modules, platform } = app.application
  for (const part of modules.modules) {
    for (const { task } of parseCrontab((part.schedules ?? []).join('\n'))) {
      if (!task.startsWith(prefix)) continue
      await part.tasks?.[task]?.({}, { signal: new AbortController().signal, log: platform.log })
    }
  }
}
