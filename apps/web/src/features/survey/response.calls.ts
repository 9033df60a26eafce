import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  ResponseFilters,
  SurveyResponse,
  SurveyStatBar,
  SurveyTrendPoint,
} from '@steward/contracts/survey/response'
import { api, send } from '../../api/client.ts'
import { surveysKey } from './survey.calls.ts'

const base = '/survey-management/surveys'

const filtersOf = (filters: ResponseFilters): { filters?: string } =>
  Object.keys(filters).length > 0 ? { filters: JSON.stringify(filters) } : {}

interface ResponsePage {
  data: SurveyResponse[]
  lastFetchedKey: string | null
}

export const responsesPerPage = 100

export async function readResponses(
  id: number,
  filters: ResponseFilters,
  startAtKey: string | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<ResponsePage> {
  const query = { limit, ...filtersOf(filters), ...(startAtKey ? { startAtKey } : {}) }
  const params = { path: { id }, query: query as never }
  return (await send(api.GET(`${base}/{id}/responses`, { params, signal: signal ?? null }))) as ResponsePage
}

export function responsesQuery(id: number, filters: ResponseFilters) {
  return infiniteQueryOptions({
    queryKey: [...surveysKey, id, 'responses', filters],
    queryFn: ({ signal, pageParam }) => readResponses(id, filters, pageParam, responsesPerPage, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastFetchedKey }) => lastFetchedKey ?? undefined,
    staleTime: 0,
  })
}

export function statBarQuery(id: number, filters: ResponseFilters) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'stat-bar', filters],
    queryFn: async ({ signal }): Promise<SurveyStatBar> => {
      const params = { path: { id }, query: filtersOf(filters) as never }
      return (await send(api.GET(`${base}/{id}/stat-bar`, { params, signal }))).data as SurveyStatBar
    },
    staleTime: 0,
  })
}

export type TrendPeriod = 'day' | 'week' | 'month' | 'quarter'

export function trendQuery(id: number, period: TrendPeriod) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'trend', period],
    queryFn: async ({ signal }): Promise<SurveyTrendPoint[]> => {
      const params = { path: { id }, query: { period } }
      return (await send(api.GET(`${base}/{id}/trend`, { params, signal }))).data as SurveyTrendPoint[]
    },
    staleTime: 0,
  })
}

export async function deleteResponse(id: number, responseId: number): Promise<void> {
  await send(api.DELETE(`${base}/{id}/responses/{responseId}`, { params: { path: { id, responseId } } }))
}
