import { queryOptions } from '@tanstack/react-query'
import { api, send } from '../../api/client.ts'

/** A little less than the five minutes for which an address is good, in milliseconds. */
const addressAge = 4 * 60_000

async function addressOf(fileId: number, signal?: AbortSignal): Promise<string> {
  const init = { params: { path: { fileId } }, ...(signal && { signal }) }
  return (await send(api.POST('/file-management/files/download/{fileId}', init))).data.url
}

/** An address at which a file is shown. */
export function fileAddressQuery(fileId: number) {
  return queryOptions({
    queryKey: ['file-address', fileId],
    queryFn: async ({ signal }) => `${await addressOf(fileId, signal)}?inline=1`,
    staleTime: addressAge,
    gcTime: addressAge,
  })
}

/** Hands a file to the browser's downloads, under the name that it was stored with. */
export async function downloadFile(fileId: number): Promise<void> {
  const link = document.createElement('a')
  link.href = await addressOf(fileId)
  link.download = ''
  link.click()
}

/** Of a text that is shown, in characters. */
const longestText = 200_000

/** The beginning of a text file, and whether there is more. */
export function fileTextQuery(address: string) {
  return queryOptions({
    queryKey: ['file-text', address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error("This file can't be previewed. Download it instead.")
      const text = await response.text()
      return { text: text.slice(0, longestText), isCut: text.length > longestText }
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })
}
