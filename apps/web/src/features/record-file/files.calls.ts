import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { FileGroup, FileGroupPage } from '@steward/contracts/record-file'
import { api, send } from '../../api/client.ts'
import { refreshOverviews } from '../../entities/overview/index.ts'

const everyFiles = ['record-files'] as const

type Held = InfiniteData<FileGroupPage, string | undefined>

/** The files of a record and of those below it, in their groups, page by page. */
export function filesQuery(level: Level, id: number) {
  return infiniteQueryOptions({
    queryKey: [...everyFiles, level.name, id],
    queryFn: ({ signal, pageParam }): Promise<FileGroupPage> =>
      send(
        api.GET('/core/files', {
          params: { query: { level: level.id, parentIdentifier: id, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: FileGroupPage) => nextCursor ?? undefined,
  })
}

/** Reads files again, and with them what else shows them; timelines when they are next opened. */
export async function refreshFiles(client: QueryClient): Promise<void> {
  void refreshOverviews(client)
  client.removeQueries({ queryKey: ['timeline'], type: 'inactive' })
  await client.invalidateQueries({ queryKey: everyFiles })
}

/** Shows a change of one group at once; null takes it away. Gives the way back. */
export function patchGroup(
  client: QueryClient,
  groupId: number,
  change: Partial<FileGroup> | null,
): () => void {
  const before = client.getQueriesData<Held>({ queryKey: everyFiles })
  const changed = (groups: readonly FileGroup[]): FileGroup[] =>
    groups.flatMap((group) => {
      if (group.groupId !== groupId) return group
      return change ? { ...group, ...change } : []
    })
  client.setQueriesData<Held>({ queryKey: everyFiles }, (held) => {
    const pages = held?.pages.map((page) => ({
      ...page,
      data: changed(page.data),
      first: changed(page.first),
    }))
    return held && pages && { ...held, pages }
  })
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}

/** Puts uploaded files with a record. */
export async function createFiles(
  level: Level,
  id: number,
  files: number[],
  comment?: string,
): Promise<void> {
  const body = { level: level.id, parentIdentifier: id, files, source: 'app', ...(comment && { comment }) }
  await send(api.POST('/core/files', { body }))
}

const groupPath = (groupId: number) => ({ path: { groupId } })

export async function updateFiles(
  groupId: number,
  body: { comment?: string; files?: number[]; version?: number },
): Promise<void> {
  await send(api.POST('/core/files/{groupId}', { params: groupPath(groupId), body }))
}

export async function bookmarkFiles(groupId: number, bookmarkStatus: boolean): Promise<void> {
  const init = { params: groupPath(groupId), body: { bookmarkStatus } }
  await send(api.PATCH('/core/files/{groupId}/bookmark', init))
}

export async function pinFile(fileId: number, pinStatus: boolean): Promise<void> {
  await send(api.PATCH('/core/files/{fileId}/pin', { params: { path: { fileId } }, body: { pinStatus } }))
}

export async function deleteFiles(groupId: number): Promise<void> {
  await send(api.DELETE('/core/files/{groupId}', { params: groupPath(groupId) }))
}

export async function restoreFiles(itemId: number): Promise<void> {
  await send(api.POST('/core/timeline/{itemId}/restore', { params: { path: { itemId } }, body: {} }))
}
