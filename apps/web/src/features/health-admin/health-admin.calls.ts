import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { HealthMetric, HealthModelState, HealthVersion } from '@steward/contracts/health'
import type { HealthVersionModel, PutDraft } from '@steward/contracts/health-settings'
import type { Field } from '@steward/contracts/field'
import { levelOf, type Level } from '@steward/contracts/level'
import { api, send } from '../../api/client.ts'
import { refreshScores } from '../../entities/health/index.ts'

const settingsKey = (level: Level) => ['health-settings', level.name] as const
const of = (level: Level) => ({ path: { level: level.name } })

/** The draft of a level and what is in effect; asked for again while scores follow a new version. */
export function modelQuery(level: Level) {
  return queryOptions({
    queryKey: [...settingsKey(level), 'model'],
    queryFn: async ({ signal }): Promise<HealthModelState> => {
      const { data } = await send(api.GET('/health-management/models/{level}', { params: of(level), signal }))
      return data as HealthModelState
    },
    refetchInterval: ({ state: { data } }) => (data?.recompute ? 2000 : false),
  })
}

/** What measures of a level can be about. */
export function metricsQuery(level: Level) {
  return queryOptions({
    queryKey: [...settingsKey(level), 'metrics'],
    queryFn: async ({ signal }): Promise<HealthMetric[]> => {
      const params = { query: { level: level.name } }
      const { data } = await send(api.GET('/health-management/metrics', { params, signal }))
      return data as HealthMetric[]
    },
  })
}

/** Fields of accounts that hold money. */
export const moneyFieldsQuery = queryOptions({
  queryKey: ['health-settings', 'money-fields'],
  queryFn: async ({ signal }): Promise<{ value: number; label: string }[]> => {
    const query = { level: levelOf('account').name, format: 'list' } as const
    const { data } = await send(api.GET('/core/fields', { params: { query }, signal }))
    return (data as Field[])
      .filter(({ dataType }) => dataType === 'currency')
      .map(({ customColumnId, displayName }) => ({ value: customColumnId, label: displayName }))
  },
})

/** What was published, the latest first. */
export function versionsQuery(level: Level) {
  return queryOptions({
    queryKey: [...settingsKey(level), 'versions'],
    queryFn: async ({ signal }): Promise<HealthVersion[]> => {
      const { data } = await send(
        api.GET('/health-management/models/{level}/versions', { params: of(level), signal }),
      )
      return data as HealthVersion[]
    },
  })
}

/** One version with its model(can't be changed). */
export function versionQuery(level: Level, versionId: number) {
  return queryOptions({
    queryKey: [...settingsKey(level), 'version', versionId],
    queryFn: async ({ signal }): Promise<HealthVersionModel> => {
      const params = { path: { level: level.name, versionId } }
      const { data } = await send(
        api.GET('/health-management/models/{level}/versions/{versionId}', { params, signal }),
      )
      return data as HealthVersionModel
    },
    staleTime: Infinity,
  })
}

function keep(client: QueryClient, level: Level, state: HealthModelState): HealthModelState {
  client.setQueryData(modelQuery(level).queryKey, state)
  return state
}

/** Reads the draft again, for what someone else did to it. */
const refreshModel = (client: QueryClient, level: Level) =>
  client.invalidateQueries({ queryKey: modelQuery(level).queryKey })

export function useSaveDraft(level: Level) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: PutDraft) => {
      const call = api.PUT('/health-management/models/{level}', {
        params: of(level),
        body: body as never,
      })
      return keep(client, level, (await send(call)).data as HealthModelState)
    },
    onError: () => refreshModel(client, level),
  })
}

/** Puts the published version in the place of the draft. */
export function useDiscardDraft(level: Level) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const call = api.DELETE('/health-management/models/{level}', { params: of(level) })
      return keep(client, level, (await send(call)).data as HealthModelState)
    },
  })
}

/** After another version took effect, everything that shows scores or colors is read again. */
async function refreshAll(client: QueryClient, level: Level): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: settingsKey(level) }), refreshScores(client)])
}

export function usePublish(level: Level) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { revision: number; note: string }) =>
      send(api.POST('/health-management/models/{level}/publish', { params: of(level), body })),
    onSettled: () => refreshAll(client, level),
  })
}

/** Publishes the model of an earlier version as a new one. */
export function useRestore(level: Level) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ versionId, note }: { versionId: number; note: string }) => {
      const params = { path: { level: level.name, versionId } }
      const url = '/health-management/models/{level}/versions/{versionId}/restore'
      return send(api.POST(url, { params, body: { note } }))
    },
    onSettled: () => refreshAll(client, level),
  })
}
