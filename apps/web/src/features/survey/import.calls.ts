import { queryOptions } from '@tanstack/react-query'
import type { SurveyImport, SurveyImportForm, SurveyImportPreview } from '@steward/contracts/survey/import'
import { api, send } from '../../api/client.ts'
import { surveysKey } from './survey.calls.ts'

const base = '/survey-management/surveys'

/** An import that the server works on. */
const isAtWork = ({ state }: Pick<SurveyImport, 'state'>): boolean =>
  state === 'running' || state === 'undoing'

/** The imports of a survey, latest first; asked for every second while one is at work. */
export function surveyImportsQuery(id: number) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'imports'],
    queryFn: async ({ signal }): Promise<SurveyImport[]> =>
      (await send(api.GET(`${base}/{id}/imports`, { params: { path: { id } }, signal })))
        .data as SurveyImport[],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? 1000 : false),
  })
}

export async function previewImport(id: number, body: SurveyImportForm): Promise<SurveyImportPreview> {
  return (await send(api.POST(`${base}/{id}/imports/preview`, { params: { path: { id } }, body })))
    .data as SurveyImportPreview
}

export async function startImport(id: number, body: SurveyImportForm): Promise<SurveyImport[]> {
  return (await send(api.POST(`${base}/{id}/imports`, { params: { path: { id } }, body })))
    .data as SurveyImport[]
}

export async function undoImport(id: number, importId: number): Promise<SurveyImport[]> {
  const params = { path: { id, importId } }
  return (await send(api.POST(`${base}/{id}/imports/{importId}/undo`, { params }))).data as SurveyImport[]
}
