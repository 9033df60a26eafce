import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { HealthStatus } from '@steward/contracts/plain/built-in-value'
import type { HealthTrial, ScoreDetail } from '@steward/contracts/health'
import type { ComparedRecord } from '@steward/contracts/health-trial'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../../api/client.ts'

/** Some records of a level, scored by the draft as of a revision. */
export function sampleQuery(level: Level, revision: number) {
  return queryOptions({
    queryKey: ['health-settings', level.name, 'sample', revision],
    queryFn: async ({ signal }): Promise<ComparedRecord[]> => {
      const params = { query: { level: level.name } }
      const { data } = await send(api.GET('/health-management/sample', { params, signal }))
      return data
    },
    placeholderData: keepPreviousData,
  })
}

/** One record as it is scored now, and by the draft as of a revision. */
export function tryQuery(level: Level, id: number, revision: number) {
  return queryOptions({
    queryKey: ['health-settings', level.name, 'try', id, revision],
    queryFn: async ({ signal }): Promise<{ before: ScoreDetail; after: ScoreDetail }> => {
      const params = { path: { entityId: id }, query: { level: level.name } }
      const { data } = await send(api.POST('/health-management/scores/{entityId}/try', { params, signal }))
      return data as { before: ScoreDetail; after: ScoreDetail }
    },
  })
}

const trialKey = (level: Level) => ['health-settings', level.name, 'trial'] as const

/** The latest trial of a level; asked for again while it runs. */
export function trialQuery(level: Level) {
  return queryOptions({
    queryKey: trialKey(level),
    queryFn: async ({ signal }): Promise<HealthTrial | null> => {
      const params = { path: { level: level.name } }
      const { data } = await send(api.GET('/health-management/models/{level}/trial', { params, signal }))
      return data as HealthTrial | null
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 1000 : false),
  })
}

/** Scores all records of a level by the draft, without keeping that. */
export function useStartTrial(level: Level) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (revision: number) => {
      const params = { path: { level: level.name } }
      const call = api.POST('/health-management/models/{level}/trial', { params, body: { revision } })
      return (await send(call)).data as HealthTrial
    },
    onSuccess: (trial) => client.setQueryData(trialKey(level), trial),
  })
}

/** The colors between which records move; null is no score. */
export interface Move {
  from: HealthStatus | null
  to: HealthStatus | null
}

/** As many records are shown at once. */
export const movedPageSize = 25

export interface MovedPage {
  records: ComparedRecord[]
  total: number
}

/** A page of the records that move from one color to another. */
export function movedQuery(trialId: number, { from, to }: Move, page: number) {
  return queryOptions({
    queryKey: ['health-settings', 'moved', trialId, from, to, page],
    queryFn: async ({ signal }): Promise<MovedPage> => {
      const query = { from: from ?? 'none', to: to ?? 'none', page, pageSize: movedPageSize } as const
      const params = { path: { trialId }, query }
      const { data, totalItemCount } = await send(
        api.GET('/health-management/trial/{trialId}/records', { params, signal }),
      )
      return { records: data, total: totalItemCount }
    },
    placeholderData: keepPreviousData,
  })
}
