import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { detectionSchema, tableSettingsSchema, uploadSchema } from '@steward/contracts/sheet'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'

export type Upload = z.infer<typeof uploadSchema>
export type Detection = z.infer<typeof detectionSchema>
export type ColumnGuess = Detection['columns'][number]
export type TableSettings = z.infer<typeof tableSettingsSchema>

const pollTime = 1000

/** How much of a file the server has. */
export async function readUpload(uploadId: string, signal?: AbortSignal): Promise<Upload> {
  const init = { params: { path: { uploadId } }, signal }
  return (await send(api.GET('/core/entity/bulk/uploads/{uploadId}', init))).data
}

export async function createUpload({ name, size }: { name: string; size: number }): Promise<Upload> {
  const body = { fileName: name, size }
  return (await send(api.POST('/core/entity/bulk/uploads', { body }))).data
}

/** Where bytes from an offset on are sent to, by PATCH. */
export function chunkAddress(uploadId: string, offset: number): string {
  return `/api/core/entity/bulk/uploads/${uploadId}?offset=${offset}`
}

export function uploadQuery(uploadId: string) {
  return queryOptions({
    queryKey: ['uploads', uploadId],
    queryFn: ({ signal }) => readUpload(uploadId, signal),
    staleTime: 0,
  })
}

/** What the server reads in a file, with the reader's corrections. */
export function detectionQuery(uploadId: string, level: Level, settings: Partial<TableSettings>) {
  return queryOptions({
    queryKey: ['uploads', uploadId, 'detection', level.name, settings],
    queryFn: async ({ signal }): Promise<Detection> => {
      const init = { params: { path: { uploadId } }, body: { level: level.name, settings }, signal }
      return (await send(api.POST('/core/entity/bulk/uploads/{uploadId}/detect', init))).data
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Until all of a long file has been read, its suggestions are those of its first rows.
    refetchInterval: ({ state }) => (state.data?.reading ? pollTime : false),
  })
}
