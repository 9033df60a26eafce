import { queryOptions } from '@tanstack/react-query'
import type { AskChannel } from '@steward/contracts/plain/survey'
import type {
  AudiencePreview,
  Installation,
  SurveySettings,
  SurveySettingsForm,
  SurveyWave,
  Why,
} from '@steward/contracts/survey/audience'
import { api, send } from '../../api/client.ts'
import { surveysKey } from './survey.calls.ts'

const base = '/survey-management/surveys'

/** Who would be asked by the draft as it is saved; `revision` tells one draft from the next. */
export function audienceQuery(id: number, channel: AskChannel, revision: number) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'audience', channel, revision],
    queryFn: async ({ signal }): Promise<AudiencePreview> => {
      const params = { path: { id }, query: { channel } }
      return (await send(api.GET(`${base}/{id}/audience`, { params, signal }))).data as AudiencePreview
    },
    staleTime: 0,
  })
}

/** Why a contact is asked, or not. */
export function whyQuery(id: number, contactId: number, channel: AskChannel) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'why', contactId, channel],
    queryFn: async ({ signal }): Promise<Why> => {
      const params = { path: { id, contactId }, query: { channel } }
      return (await send(api.GET(`${base}/{id}/audience/{contactId}`, { params, signal }))).data as Why
    },
    staleTime: 0,
  })
}

export async function createLink(id: number, contactId: number): Promise<string> {
  const { data } = await send(
    api.POST(`${base}/{id}/link`, { params: { path: { id } }, body: { contactId } }),
  )
  return data.address
}

export async function verifyInstallation(id: number): Promise<Installation> {
  const params = { path: { id } }
  return (await send(api.POST(`${base}/{id}/verify-installation`, { params }))).data as Installation
}

export function wavesQuery(id: number) {
  return queryOptions({
    queryKey: [...surveysKey, id, 'waves'],
    queryFn: async ({ signal }): Promise<SurveyWave[]> =>
      (await send(api.GET(`${base}/{id}/waves`, { params: { path: { id } }, signal }))).data as SurveyWave[],
    staleTime: 0,
    /** Milliseconds: emails go out in the background. */
    refetchInterval: 5000,
  })
}

export async function sendWave(id: number): Promise<SurveyWave[]> {
  return (await send(api.POST(`${base}/{id}/waves`, { params: { path: { id } } }))).data as SurveyWave[]
}

export async function stopWave(id: number, waveId: number): Promise<void> {
  await send(api.POST(`${base}/{id}/waves/{waveId}/stop`, { params: { path: { id, waveId } } }))
}

export const settingsQuery = queryOptions({
  queryKey: [...surveysKey, 'settings'],
  queryFn: async ({ signal }): Promise<SurveySettings> =>
    (await send(api.GET('/survey-management/settings', { signal }))).data as SurveySettings,
  staleTime: 0,
})

export async function saveSettings(body: SurveySettingsForm): Promise<SurveySettings> {
  return (await send(api.PUT('/survey-management/settings', { body }))).data as SurveySettings
}
