import type { StoredFile } from '@steward/contracts/file'
import type { Client } from './client.ts'
import type { Server } from './server.ts'

interface Upload {
  name: string
  bytes: string | Uint8Array<ArrayBuffer>
}

/** Stores files through the API, in one call. */
export async function uploadFiles(
  server: Server,
  { signedIn }: Client,
  files: readonly Upload[],
): Promise<StoredFile[]> {
  const form = new FormData()
  for (const { name, bytes } of files) form.append('file', new File([bytes], name))
  const answer = await fetch(`${server.url}/api/file-management/files/upload/system`, {
    method: 'POST',
    headers: { authorization: `Bearer ${signedIn.token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { data: StoredFile[] }).data
}
