import { createHmac } from 'node:crypto'
import type { Client } from '../client.ts'

export const root = '/survey-management'

interface Survey {
  surveyId: number
  openLink: string | null
  draft: Record<string, unknown>
}

interface Settings {
  siteKey: string
  signingKey: string
}

/** A survey that is live on the given channels; whatever else it has can be sent too. */
export async function publishSurvey(
  client: Client,
  name: string,
  content: Record<string, unknown>,
): Promise<Survey> {
  const { data } = await client.post<{ data: Survey }>(`${root}/surveys`, { name, type: 'nps', ...content })
  return (await client.post<{ data: Survey }>(`${root}/surveys/${data.surveyId}/publish`)).data
}

/** What ends the address of a page. */
export const tokenOf = (address: string | null): string =>
  new URL(address ?? '').pathname.split('/').at(-1) ?? ''

export async function readSettings(client: Client): Promise<Settings> {
  return (await client.get<{ data: Settings }>(`${root}/settings`)).data
}

/** As the server of a company signs its user. */
export const signatureOf = (key: string, userId: string): string =>
  createHmac('sha256', key).update(userId).digest('hex')

interface Response {
  score: number | null
  comment: string | null
  isComplete: boolean
  channel: string
  contact: { name: string } | null
  claimedName: string | null
}

export async function readResponses(client: Client, surveyId: number): Promise<Response[]> {
  return (await client.get<{ data: Response[] }>(`${root}/surveys/${surveyId}/responses`)).data
}
