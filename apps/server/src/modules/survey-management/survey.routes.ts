import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  changeSurveySchema,
  createSurveySchema,
  surveyDetailSchema,
  surveysSchema,
  surveyStatusSchema,
  surveyVersionsSchema,
} from '@steward/contracts/survey/survey'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { SurveyService } from './survey.service.ts'

const tag = 'survey-management'
const url = '/survey-management/surveys'
const survey = dataOf(surveyDetailSchema)

function addReading(api: FastifyInstance, surveys: SurveyService): void {
  const calls = { tag, method: 'GET', permission: 'survey.read' } as const
  route(api, {
    ...calls,
    url,
    operationId: 'listSurveys',
    summary: 'List surveys with their figures, newest first',
    response: surveysSchema,
    handle: async ({ actor }) => ({ data: await surveys.list(actor) }),
  })
  route(api, {
    ...calls,
    url: `${url}/:id`,
    operationId: 'readSurvey',
    summary: 'Get a survey with its draft',
    params: idParams,
    response: survey,
    handle: async ({ actor, params }) => ({ data: await surveys.read(actor, params.id) }),
  })
  route(api, {
    ...calls,
    url: `${url}/:id/versions`,
    operationId: 'listSurveyVersions',
    summary: 'List the published versions of a survey, latest first',
    params: idParams,
    response: surveyVersionsSchema,
    handle: async ({ actor, params }) => ({ data: await surveys.versions(actor, params.id) }),
  })
}

/** The calls that create, edit, publish, pause and delete surveys. */
export function addSurveyRoutes(api: FastifyInstance, surveys: SurveyService): void {
  addReading(api, surveys)
  const calls = { tag, permission: 'survey.edit', audited: 'by-service' } as const
  route(api, {
    ...calls,
    method: 'POST',
    url,
    operationId: 'createSurvey',
    summary: 'Create a survey; it is a draft at first',
    body: createSurveySchema,
    response: survey,
    handle: async ({ actor, body }) => ({ data: await surveys.create(actor, body) }),
  })
  route(api, {
    ...calls,
    method: 'PUT',
    url: `${url}/:id`,
    operationId: 'changeSurvey',
    summary: 'Change the draft of a survey; people are asked the published version until the next one',
    params: idParams,
    body: changeSurveySchema,
    response: survey,
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await surveys.change(actor, params.id, body) }),
  })
  route(api, {
    ...calls,
    method: 'DELETE',
    url: `${url}/:id`,
    operationId: 'deleteSurvey',
    summary: 'Delete a survey; what people answered stays on timelines',
    params: idParams,
    response: dataOf(z.object({ surveyId: idSchema })),
    async handle({ actor, params }) {
      await surveys.remove(actor, params.id)
      return { data: { surveyId: params.id } }
    },
  })
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/:id/publish`,
    operationId: 'publishSurvey',
    summary: 'Publish the draft of a survey as its next version',
    params: idParams,
    response: survey,
    handle: async ({ actor, params }) => ({ data: await surveys.publish(actor, params.id) }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/:id/status`,
    operationId: 'pauseSurvey',
    summary: 'Pause a survey, or resume it',
    params: idParams,
    body: surveyStatusSchema,
    response: survey,
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await surveys.setPaused(actor, params.id, body.paused),
    }),
  })
}
