import type { SurveyDetail } from '@steward/contracts/survey/survey'
import { expect } from 'vitest'
import type { Answer, Client } from '../../../test/harness.ts'

export const surveysUrl = 'survey-management/surveys'

export function good({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A new survey that is a draft. */
export const draftSurvey = async (client: Client, form: object = {}): Promise<SurveyDetail> =>
  good(await client.post(surveysUrl, { name: 'How are we doing?', type: 'nps', ...form })).data

/** A new survey that is live, with an open link. */
export async function liveSurvey(client: Client, form: object = {}): Promise<SurveyDetail> {
  const channels = { openLink: true, mail: true, inProduct: true }
  const { surveyId } = await draftSurvey(client, { channels, ...form })
  return good(await client.post(`${surveysUrl}/${surveyId}/publish`)).data
}

/** What ends the address of a page. */
export const tokenOf = (address: string | null): string =>
  new URL(address as string).pathname.split('/').at(-1) as string
