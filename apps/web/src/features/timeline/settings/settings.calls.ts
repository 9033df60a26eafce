import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ActivityType, CreateActivityType } from '@steward/contracts/activity-type'
import type { CreateNoteTemplate } from '@steward/contracts/note'
import { api, send } from '../../../api/client.ts'
import { activityTypesKey } from '../../../entities/activity/index.ts'
import { noteTemplatesQuery } from '../logging.calls.ts'

/** All types with how many activities have each. */
export const usedTypesQuery = queryOptions({
  queryKey: [...activityTypesKey, 'used'],
  queryFn: async ({ signal }): Promise<ActivityType[]> => {
    const params = { query: { withUsage: true } }
    const { data } = await send(api.GET('/core/activity-type', { params, signal }))
    return Array.isArray(data) ? data : Object.values(data)
  },
})

/** Makes a type, or changes the one with an id. */
export async function saveActivityType(
  id: number | null,
  type: Partial<CreateActivityType> & { displayName: string },
): Promise<void> {
  if (id === null) await send(api.POST('/core/activity-type', { body: type }))
  else await send(api.PATCH('/core/activity-type/{id}', { params: { path: { id } }, body: type }))
}

export async function setActivityTypeActive(id: number, isActive: boolean): Promise<void> {
  await send(api.PATCH('/core/activity-type/{id}', { params: { path: { id } }, body: { isActive } }))
}

export function refreshActivityTypes(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: activityTypesKey })
}

/** Makes a template, or changes the one with an id. */
export async function saveNoteTemplate(id: number | null, template: CreateNoteTemplate): Promise<void> {
  if (id === null) await send(api.POST('/core/note-templates', { body: template }))
  else await send(api.PATCH('/core/note-templates/{id}', { params: { path: { id } }, body: template }))
}

export async function deleteNoteTemplate(id: number): Promise<void> {
  await send(api.DELETE('/core/note-templates/{id}', { params: { path: { id } } }))
}

export function refreshNoteTemplates(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: noteTemplatesQuery.queryKey })
}
