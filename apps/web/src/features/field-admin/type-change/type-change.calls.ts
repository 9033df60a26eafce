import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { ChangeType, TypeChange, TypeChangePreview } from '@steward/contracts/type-change/type-change'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'
import { refreshFields } from '../field-admin.calls.ts'

/** Milliseconds between two looks at how far a change is. */
const progressPause = 1000

/** The values as a change of the type would leave them. */
export function typeChangePreviewQuery(id: number, wish: ChangeType) {
  return queryOptions({
    queryKey: ['type-change-preview', id, wish],
    queryFn: async ({ signal }): Promise<TypeChangePreview> => {
      const init = { params: { path: { id } }, body: wish as never, signal }
      return (await send(api.POST('/core/fields/{id}/type-change/preview', init))).data as TypeChangePreview
    },
    placeholderData: keepPreviousData,
    retry: false,
    // Values and uses may be others a moment later.
    staleTime: 0,
    gcTime: 0,
  })
}

/** How far the change of a type that was begun is; asked again until it is done. */
export function typeChangeQuery(id: number) {
  return queryOptions({
    queryKey: ['type-change', id],
    queryFn: async ({ signal }): Promise<TypeChange> =>
      (await send(api.GET('/core/fields/{id}/type-change', { params: { path: { id } }, signal })))
        .data as TypeChange,
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? progressPause : false),
    staleTime: 0,
    gcTime: 0,
  })
}

/** After a change everything that shows fields or their values is read again. */
export async function refreshTyped(client: QueryClient, level: Level): Promise<void> {
  await Promise.all([refreshFields(client, level), client.invalidateQueries({ queryKey: ['records'] })])
}

export function useUpdateType(level: Level) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, wish }: { id: number; wish: ChangeType }): Promise<TypeChange> => {
      const init = { params: { path: { id } }, body: wish as never }
      return (await send(api.POST('/core/fields/{id}/type-change', init))).data as TypeChange
    },
    onSettled: () => refreshTyped(client, level),
  })
}
