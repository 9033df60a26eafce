import { errorFrom } from './api-error.ts'
import { authorizedFetch } from './gateway.ts'

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of the content by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** The file name of a Content-Disposition header, if it has one. */
function givenName(disposition: string | null): string | undefined {
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]
}

/** Fetches a file that only a signed-in user may have, and saves it by `name`, else by the server's name for it. Rejects with an ApiError. */
export async function download(address: string, name?: string): Promise<void> {
  const response = await authorizedFetch(address)
  if (!response.ok) throw await errorFrom(response)
  const content = await response.blob()
  saveFile(content, name ?? givenName(response.headers.get('content-disposition')) ?? 'download')
}
