import { idParams } from '@steward/contracts/api'
import {
  deletedResponseSchema,
  responseParams,
  responsesQuery,
  responsesSchema,
  splitQuery,
  splitSchema,
  statBarQuery,
  statBarSchema,
  trendQuery,
  trendSchema,
} from '@steward/contracts/survey/response'
import { recordSurveysSchema } from '@steward/contracts/survey/record'
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { ResponseService } from './response.service.ts'
import type { Split } from './split.service.ts'

const tag = 'survey-management'
const url = '/survey-management/surveys/:id'

/** What people answered. */
export function addResponseRoutes(
  api: FastifyInstance,
  { responses, split }: { responses: ResponseService; split: Split },
): void {
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
    ...calls,
    url: '/survey-management/records/:id',
    operationId: 'readRecordSurveys',
    summary: 'Get what an organization, an account or a contact answered, with the NPS over time',
    response: recordSurveysSchema,
    handle: async ({ actor, params }) => ({ data: await responses.ofRecord(actor, params.id) }),
  })
  route(api, {
    ...calls,
    url: `${url}/split`,
    operationId: 'splitSurveyScore',
    summary: 'Get the score of a survey for each value of a field',
    query: splitQuery,
    response: splitSchema,
    handle: async ({ actor, params, query }) => ({ data: await split(actor, params.id, query) }),
  })
  route(api, {
    ...calls,
    permission: 'record.export',
    url: `${url}/responses/export`,
    operationId: 'exportSurveyResponses',
    summary: 'Export the responses to a survey as a CSV file',
    query: statBarQuery,
    response: z.unknown().meta({ description: 'text/csv' }),
    async handle({ actor, params, query, reply }) {
      const { lines, fileName } = await responses.export(actor, params.id, query.filters)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.send(Readable.from(lines))
    },
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
