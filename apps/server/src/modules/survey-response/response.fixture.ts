import type { SurveyResponse, SurveyStatBar } from '@steward/contracts/survey/response'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

const url = 'survey-management/surveys'

function good({ status, body }: Answer): Answer['body'] {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

export const visitor = (n: number): string => `visitor-of-the-test-${n}`

export const filters = (value: object): string => `?filters=${encodeURIComponent(JSON.stringify(value))}`

interface ResponsePage {
  data: SurveyResponse[]
  lastFetchedKey: string | null
}

/** How tests answer surveys, and read what was answered. */
export function createAnswering(app: TestApp, manager: Client) {
  let serial = 0
  return {
    newContact: async (accountId: number): Promise<number> => {
      serial += 1
      const globalFields = { name: `Ann ${serial}`, email: `ann${serial}@example.com`, accountId }
      return good(await manager.post('core/contacts', { globalFields })).data.contactId
    },
    linkOf: async (surveyId: number, contactId: number): Promise<string> => {
      const { address } = good(await manager.post(`${url}/${surveyId}/link`, { contactId })).data
      return new URL(address).pathname.split('/').at(-1) as string
    },
    send: (token: string, answers: object, more: object = {}): Promise<Answer> =>
      app.anonymous.post(`survey-ask/${token}/answer`, { answers, ...more }),
    responses: async (surveyId: number, query = ''): Promise<ResponsePage> =>
      good(await manager.get(`${url}/${surveyId}/responses${query}`)),
    statBar: async (surveyId: number, query = ''): Promise<SurveyStatBar> =>
      good(await manager.get(`${url}/${surveyId}/stat-bar${query}`)).data,
  }
}
