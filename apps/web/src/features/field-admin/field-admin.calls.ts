import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CreateField, EditField, Field, FieldUsage, SystemField } from '@steward/contracts/field'
import type {
  ChangeFieldMappings,
  FieldMapping,
  FieldSection,
  PutFieldSections,
} from '@steward/contracts/field-layout'
import { levelOf, type Level } from '@steward/contracts/level'
import { api, send } from '../../api/client.ts'
import { fieldPinsQuery, fieldSectionsQuery } from '../../entities/field/index.ts'

const definitionsKey = (level: Level) => ['field-definitions', level.name] as const

/** The custom fields of a level in their order, hidden ones included. */
export function definitionsQuery(level: Level) {
  const query = { level: level.name, format: 'list' } as const
  return queryOptions({
    queryKey: [...definitionsKey(level), 'list'],
    queryFn: async ({ signal }) =>
      (await send(api.GET('/core/fields', { params: { query }, signal }))).data as Field[],
  })
}

/** In how many places beside records each custom field is used, by its id. */
export function placesQuery(level: Level) {
  const query = { level: level.name, format: 'list', withPlaces: true } as const
  return queryOptions({
    queryKey: [...definitionsKey(level), 'places'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
      const { data } = await send(api.GET('/core/fields', { params: { query }, signal }))
      return new Map((data as Field[]).map(({ customColumnId, places }) => [customColumnId, places ?? 0]))
    },
  })
}

/** Where one field is used, and in how many records. */
export function usageQuery(id: number) {
  return queryOptions({
    queryKey: ['field-usage', id],
    queryFn: async ({ signal }): Promise<FieldUsage> =>
      (await send(api.GET('/core/fields/{id}/system-usage', { params: { path: { id } }, signal }))).data,
    // What was true a moment ago may not be when a field is about to go.
    staleTime: 0,
    gcTime: 0,
  })
}

export function systemFieldsQuery(level: Level) {
  const query = { level: level.name }
  return queryOptions({
    queryKey: [...definitionsKey(level), 'system'],
    queryFn: async ({ signal }) =>
      (await send(api.GET('/core/fields/system', { params: { query }, signal }))).data as SystemField[],
  })
}

export type FieldMappings = Readonly<Record<string, FieldMapping>>

export function mappingsQuery(level: Level) {
  const query = { level: level.name, format: 'object' } as const
  return queryOptions({
    queryKey: ['field-mappings', level.name],
    queryFn: async ({ signal }) =>
      (await send(api.GET('/core/field-mappings', { params: { query }, signal }))).data as FieldMappings,
  })
}

/** After a change of fields everything that shows them is read again. */
export async function refreshFields(client: QueryClient, level: Level): Promise<void> {
  const keys = [
    definitionsKey(level),
    ['fields', level.name],
    ['field-usage'],
    ['field-mappings', level.name],
    fieldSectionsQuery(level).queryKey,
    fieldPinsQuery(level).queryKey,
  ]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

function useFieldAct<Input, Output>(level: Level, act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => refreshFields(client, level) })
}

/** What the form sends; the id of the field that is changed, or null for a new one. */
export type SaveField = { id: number | null; body: Partial<CreateField> & EditField }

export const useSaveField = (level: Level) =>
  useFieldAct(level, async ({ id, body }: SaveField): Promise<Field> => {
    if (id !== null) {
      return (await send(api.PUT('/core/fields/{id}', { params: { path: { id } }, body: body as never })))
        .data as Field
    }
    const made = { ...body, columnLevel: level.name } as never
    return (await send(api.POST('/core/fields', { body: made }))).data as Field
  })

export const useDeleteField = (level: Level) =>
  useFieldAct(level, (id: number) => send(api.DELETE('/core/fields/{id}', { params: { path: { id } } })))

/** Shows the fields in their new order at once. */
export function useOrderFields(level: Level) {
  const client = useQueryClient()
  const { queryKey } = definitionsQuery(level)
  return useMutation({
    mutationFn: (orderArray: number[]) =>
      send(api.PUT('/core/field-order', { body: { columnLevel: level.name, orderArray } })),
    async onMutate(order) {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (fields) => {
        const byId = new Map(fields?.map((field) => [field.customColumnId, field]))
        return order.flatMap((id) => byId.get(id) ?? [])
      })
    },
    onSettled: () => refreshFields(client, level),
  })
}

type SystemEdit = { id: number; change: { required?: boolean; isEditable?: boolean } }

export function useUpdateSystemField() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: SystemEdit) =>
      send(api.PUT('/core/fields/system/{id}', { params: { path: { id } }, body: change })),
    // A system field may be of several levels.
    onSettled: async () => {
      await Promise.all([1, 2, 3, 4].map((id) => refreshFields(client, levelOf(id as Level['id']))))
    },
  })
}

export const useUpdateMappings = (level: Level) =>
  useFieldAct(level, (data: ChangeFieldMappings['data']) =>
    send(
      api.PATCH('/core/field-mappings', {
        params: { query: { level: level.name } },
        body: { data } as never,
      }),
    ),
  )

export const usePinField = (level: Level) =>
  useFieldAct(level, (customColumnId: number) =>
    send(api.POST('/core/field-pins', { body: { customColumnId, type: 'summary' } })),
  )

export const useUnpinField = (level: Level) =>
  useFieldAct(level, (pinId: number) =>
    send(api.DELETE('/core/field-pins/{pinId}', { params: { path: { pinId } } })),
  )

/** Shows the pins in their new order at once. */
export function useOrderPins(level: Level) {
  const client = useQueryClient()
  const { queryKey } = fieldPinsQuery(level)
  return useMutation({
    mutationFn: (orderArray: number[]) =>
      send(api.PUT('/core/field-pins', { body: { columnLevel: level.name, orderArray } })),
    async onMutate(order) {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (pins) => {
        const byId = new Map(pins?.map((pin) => [pin.pinId, pin]))
        return order.flatMap((id) => byId.get(id) ?? [])
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

export const useUpdateSections = (level: Level) =>
  useFieldAct(level, async (sections: PutFieldSections['sections']): Promise<FieldSection[]> => {
    const init = { params: { query: { level: level.name } }, body: { sections } }
    return (await send(api.PUT('/core/field-sections', init))).data
  })
