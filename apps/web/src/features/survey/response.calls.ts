import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RecordSurveys } from '@steward/contracts/survey/record'
import type {
  ResponseFilters,
  SurveyResponse,
  SurveySplit,
  SurveyStatBar,
  SurveyTrendPoint,
} from '@steward/contracts/survey/response'
import type { SurveyResults } from '@steward/contracts/survey/result'
import { api, send } from '../../api/client.ts'
import { surveysKey } from './survey.calls.ts'

const base = '/survey-management/surveys'

const filtersOf = (filters: ResponseFilters): { filters?: string } =>
  Object.keys(filters).length > 0 ? { filters: JSON.stringify(filters) } : {}

interface ResponsePage {
  data: SurveyResponse[]
  lastFetchedKey: string | null
}

const responsesPerPage = 100

export function responsesQuery(id: number, filters: ResponseFilters) {
  return infiniteQueryOptions({
    queryKey: [...surveysKey, id, 'responses', filters],
    queryFn: async ({ signal, pageParam }): Promise<ResponsePage> => {
      const start = pageParam ? { startAtKey: pageParam } : {}
      const query = { limit: responsesPerPage, ...filtersOf(filters), ...start }
      const params = { path: { id }, query: query as never }
      return (await send(api.GET(`${base}/{id}/responses`, { params, signal }))) as ResponsePage
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastFetchedKey }) => lastFetchedKey ?? undefined,
    staleTime: 0,
  })
}

/** Where the responses that the filters find are a CSV file. */
export function exportAddress(id: number, filters: ResponseFilters): string {
  return `/api${base}/${id}/responses/export?${new URLSearchParams(filtersOf(filters)).toString()}`
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

/** What people answered to each question. */
export function resultsQuery(id: number, filters: ResponseFilters) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'results', filters],
    queryFn: async ({ signal }): Promise<SurveyResults> => {
      const params = { path: { id }, query: filtersOf(filters) as never }
      return (await send(api.GET(`${base}/{id}/results`, { params, signal }))).data as SurveyResults
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

export type SplitLevel = 'organization' | 'account' | 'contact'

/** The score by the values of a field of those who answered. */
export function splitQuery(id: number, level: SplitLevel, field: string) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'split', level, field],
    queryFn: async ({ signal }): Promise<SurveySplit[]> => {
      const params = { path: { id }, query: { level, field } }
      return (await send(api.GET(`${base}/{id}/split`, { params, signal }))).data as SurveySplit[]
    },
    staleTime: 0,
  })
}

/** The survey responses of a record and of the contacts below it. */
export function recordSurveysQuery(recordId: number) {
  return queryOptions({
    queryKey: [...surveysKey, 'record', recordId],
    queryFn: async ({ signal }): Promise<RecordSurveys> => {
      const params = { path: { id: recordId } }
      return (await send(api.GET('/survey-management/records/{id}', { params, signal })))
        .data as RecordSurveys
    },
    staleTime: 0,
  })
}

export async function deleteResponse(id: number, responseId: number): Promise<void> {
  await send(api.DELETE(`${base}/{id}/responses/{responseId}`, { params: { path: { id, responseId } } }))
}
