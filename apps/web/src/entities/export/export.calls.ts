import { queryOptions } from '@tanstack/react-query'
import type { Export, StartExport } from '@steward/contracts/export'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../api/client.ts'

export const exportsKey = ['exports'] as const
const pollTime = 1000

export function isUnfinished({ state }: Export): boolean {
  return state === 'waiting' || state === 'running'
}

/** One's own exports, the newest first, asked for every second while one is being written. */
export const exportsQuery = queryOptions({
  queryKey: exportsKey,
  queryFn: async ({ signal }): Promise<Export[]> => (await send(api.GET('/core/exports', { signal }))).data,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollTime : false),
})

// Every level has the same call, so its path is typed by that of one.
const pathOf = ({ plural }: Level) => `/core/${plural}/export` as '/core/organizations/export'

export async function startExport(level: Level, body: StartExport): Promise<Export> {
  return (await send(api.POST(pathOf(level), { body }))).data
}

export async function readExport(exportId: number): Promise<Export> {
  return (await send(api.GET('/core/exports/{exportId}', { params: { path: { exportId } } }))).data
}

export async function stopExport(exportId: number): Promise<Export> {
  return (await send(api.POST('/core/exports/{exportId}/stop', { params: { path: { exportId } } }))).data
}

/** Where the file of a finished export is fetched from. */
export function exportAddress({ exportId }: Export): string {
  return `/api/core/exports/${exportId}/file`
}
