import { errorFrom } from '../../api/api-error.ts'
import { sessionToken } from '../../api/session.ts'

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

/** Fetches a file that only a signed-in user may have, and saves it. Rejects with an ApiError. */
export async function download(address: string, name: string): Promise<void> {
  const response = await fetch(address, { headers: { Authorization: `Bearer ${sessionToken()}` } })
  if (!response.ok) throw await errorFrom(response)
  saveFile(await response.blob(), name)
}
