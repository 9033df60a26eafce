import { idParams } from '@steward/contracts/api'
import {
  deletedResponseSchema,
  responseParams,
  responsesQuery,
  responsesSchema,
  statBarQuery,
  statBarSchema,
  trendQuery,
  trendSchema,
} from '@steward/contracts/survey/response'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { ResponseService } from './response.service.ts'

const tag = 'survey-management'
const url = '/survey-management/surveys/:id'

/** What people answered. */
export function addResponseRoutes(api: FastifyInstance, responses: ResponseService): void {
  const calls = { tag, method: 'GET', permission: 'survey.read', params: idParams } as const
  route(api, {
    ...calls,
    url: `${url}/responses`,
    operationId: 'listSurveyResponses',
    summary: 'List the responses to a survey, latest first',
    query: responsesQuery,
    response: responsesSchema,
    handle: ({ actor, params, query }) => responses.list(actor, params.id, query),
  })
  route(api, {
    ...calls,
    url: `${url}/stat-bar`,
    operationId: 'readSurveyStatBar',
    summary: 'Get the score of a survey with its interval, and its response rate',
    query: statBarQuery,
    response: statBarSchema,
    handle: async ({ actor, params, query }) => ({
      data: await responses.statBar(actor, params.id, query.filters),
    }),
  })
  route(api, {
    ...calls,
    url: `${url}/trend`,
    operationId: 'readSurveyTrend',
    summary: 'Get the score of a survey over time',
    query: trendQuery,
    response: trendSchema,
    handle: async ({ actor, params, query }) => ({
      data: await responses.trend(actor, params.id, query.period),
    }),
  })
  route(api, {
    tag,
    method: 'DELETE',
    permission: 'survey.edit',
    audited: 'by-service',
    url: `${url}/responses/:responseId`,
    operationId: 'deleteSurveyResponse',
    summary: 'Delete a response, also from timelines',
    params: responseParams,
    response: deletedResponseSchema,
    async handle({ actor, params: { id, responseId } }) {
      await responses.remove(actor, id, responseId)
      return { data: { responseId } }
    },
  })
}
