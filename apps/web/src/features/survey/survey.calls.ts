import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SurveyType } from '@steward/contracts/plain/survey'
import type { ChangeSurvey, Survey, SurveyDetail, SurveyVersion } from '@steward/contracts/survey/survey'
import { isSessionExpired } from '../../api/api-error.ts'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'

const base = '/survey-management/surveys'
export const surveysKey = ['surveys'] as const

const pathOf = (id: number) => ({ params: { path: { id } } })

export const surveysQuery = queryOptions({
  queryKey: [...surveysKey, 'list'],
  queryFn: async ({ signal }): Promise<Survey[]> => (await send(api.GET(base, { signal }))).data as Survey[],
  staleTime: 0,
})

export function surveyQuery(id: number) {
  return queryOptions({
    queryKey: [...surveysKey, id],
    queryFn: async ({ signal }): Promise<SurveyDetail> =>
      (await send(api.GET(`${base}/{id}`, { ...pathOf(id), signal }))).data as SurveyDetail,
    staleTime: 0,
  })
}

/** The published versions: old answers are read with the questions of their time. */
export function surveyVersionsQuery(id: number) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'versions'],
    queryFn: async ({ signal }): Promise<SurveyVersion[]> =>
      (await send(api.GET(`${base}/{id}/versions`, { ...pathOf(id), signal }))).data as SurveyVersion[],
  })
}

export async function createSurvey(body: { name: string; type: SurveyType }): Promise<SurveyDetail> {
  return (await send(api.POST(base, { body: body as never }))).data as SurveyDetail
}

export async function saveSurvey(id: number, body: ChangeSurvey): Promise<SurveyDetail> {
  return (await send(api.PUT(`${base}/{id}`, { ...pathOf(id), body: body as never }))).data as SurveyDetail
}

export async function publishSurvey(id: number): Promise<SurveyDetail> {
  return (await send(api.POST(`${base}/{id}/publish`, pathOf(id)))).data as SurveyDetail
}

export async function setPaused(id: number, paused: boolean): Promise<SurveyDetail> {
  return (await send(api.POST(`${base}/{id}/status`, { ...pathOf(id), body: { paused } })))
    .data as SurveyDetail
}

export async function deleteSurvey(id: number): Promise<void> {
  await send(api.DELETE(`${base}/{id}`, pathOf(id)))
}

/** An act on surveys; everything about them is asked again afterwards. */
export function useSurveyAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  done?: (output: Output) => string,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (output) => done && toast.done(done(output), { subject: surveysKey[0] }),
    onError: (error) => {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: surveysKey[0] })
    },
    onSettled: () => client.invalidateQueries({ queryKey: surveysKey }),
  })
}
