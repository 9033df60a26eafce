import { queryOptions } from '@tanstack/react-query'
import type {
  UserImport,
  UserImportForm,
  UserImportPreview,
  UserImportUndone,
} from '@steward/contracts/user-import/user-import'
import { api, send } from '../../../api/client.ts'
import { usersKey } from '../../../entities/user/index.ts'

const base = '/user-management/imports'

/** The imports of users, latest first. */
export const userImportsQuery = queryOptions({
  queryKey: [...usersKey, 'imports'],
  queryFn: async ({ signal }): Promise<UserImport[]> => (await send(api.GET(base, { signal }))).data,
  staleTime: 0,
})

export async function previewUserImport(body: UserImportForm): Promise<UserImportPreview> {
  return (await send(api.POST(`${base}/preview`, { body }))).data
}

export async function importUsers(body: UserImportForm): Promise<UserImport[]> {
  return (await send(api.POST(base, { body }))).data
}

export async function undoUserImport(importId: number): Promise<UserImportUndone> {
  return (await send(api.POST(`${base}/{importId}/undo`, { params: { path: { importId } } }))).data
}
