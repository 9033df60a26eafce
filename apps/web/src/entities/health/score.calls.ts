import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { HealthBounds, ScoreDetail, ScoreMovement, ScorePoint } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../api/client.ts'

const scoresKey = ['score'] as const
const keyOf = (level: Level, id: number) => [...scoresKey, level.name, id] as const

/** A score that was read is not asked for again for so many milliseconds. */
const scoreAge = 5 * 60_000

/**
 * The health of a record with its parts. `score` is the one its record reports: where it moves, the detail is
 * asked for again, and shown as it was until it is there.
 */
export function scoreQuery(level: Level, id: number, score: number | null) {
  return queryOptions({
    queryKey: [...keyOf(level, id), 'detail', score],
    queryFn: async ({ signal }): Promise<ScoreDetail> => {
      const params = { path: { entityId: id }, query: { level: level.name, detail: true } }
      const { data } = await send(api.GET('/health-management/scores/{entityId}', { params, signal }))
      return data as ScoreDetail
    },
    staleTime: ({ state: { data, dataUpdatedAt } }) => (data ? ageOf(data, dataUpdatedAt) : 0),
    placeholderData: keepPreviousData,
  })
}

/** A server's clock may be off: an answer counts from when it was read, but never longer than from when it came. */
const ageOf = ({ lastCacheTime }: ScoreDetail, cameAt: number) =>
  Math.max(0, Math.min(scoreAge, Date.parse(lastCacheTime) + scoreAge - cameAt))

/** The steps of a score between two days (YYYY-MM-DD, both included). */
export function scoreHistoryQuery(level: Level, id: number, from: string, to: string, score: number | null) {
  return queryOptions({
    queryKey: [...keyOf(level, id), 'history', from, to, score],
    queryFn: async ({ signal }): Promise<ScorePoint[]> => {
      const params = { path: { entityId: id }, query: { level: level.name, from, to } }
      const { data } = await send(api.GET('/health-management/scores/{entityId}/history', { params, signal }))
      return data as ScorePoint[]
    },
    staleTime: scoreAge,
    placeholderData: keepPreviousData,
  })
}

/** Why a score moved between two days (YYYY-MM-DD). */
export function scoreMovementQuery(level: Level, id: number, from: string, to: string, score: number | null) {
  return queryOptions({
    queryKey: [...keyOf(level, id), 'movement', from, to, score],
    queryFn: async ({ signal }): Promise<ScoreMovement> => {
      const params = { path: { entityId: id }, query: { level: level.name, from, to } }
      const { data } = await send(
        api.GET('/health-management/scores/{entityId}/movement', { params, signal }),
      )
      return data as ScoreMovement
    },
    staleTime: scoreAge,
    placeholderData: keepPreviousData,
  })
}

/** The bands of scores that are in effect for a level: for all records, and for stages that have their own. */
export function scoreBandsQuery(level: Level) {
  return queryOptions({
    queryKey: [...scoresKey, level.name, 'bands'],
    queryFn: async ({ signal }): Promise<HealthBounds[]> => {
      const params = { query: { level: level.name } }
      const { data } = await send(api.GET('/health-management/rag-status', { params, signal }))
      return data as HealthBounds[]
    },
    staleTime: scoreAge,
  })
}

/** Asks again for all that is known of scores: of one record, or of every record. */
export function refreshScores(client: QueryClient, level?: Level, id?: number): Promise<void> {
  const queryKey = level && id !== undefined ? keyOf(level, id) : scoresKey
  return client.invalidateQueries({ queryKey })
}
