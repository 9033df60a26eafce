import { idParams } from '@steward/contracts/api'
import { statBarQuery } from '@steward/contracts/survey/response'
import { surveyResultsSchema } from '@steward/contracts/survey/result'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Results } from './result.service.ts'

/** The route of the results of a survey. */
export function addResultRoutes(api: FastifyInstance, results: Results): void {
  route(api, {
    tag: 'survey-management',
    method: 'GET',
    permission: 'survey.read',
    url: '/survey-management/surveys/:id/results',
    operationId: 'readSurveyResults',
    summary: 'Get what people answered to each question of a survey',
    params: idParams,
    query: statBarQuery,
    response: surveyResultsSchema,
    handle: async ({ actor, params, query }) => ({ data: await results(actor, params.id, query.filters) }),
  })
}
