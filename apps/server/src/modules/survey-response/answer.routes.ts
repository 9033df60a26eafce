import { dataOf } from '@steward/contracts/api'
import { surveyLimits } from '@steward/contracts/plain/survey'
import {
  askTokenParams,
  publicSurveySchema,
  sendAnswerSchema,
  sentAnswerSchema,
} from '@steward/contracts/survey/answer'
import { shownSchema } from '@steward/contracts/survey/audience'
import type { FastifyInstance } from 'fastify'
import { addFromPages } from '../../platform/http/page-call.ts'
import { publicRoute } from '../../platform/http/route.ts'
import type { AnswerService } from './answer.service.ts'

const tag = 'survey'
const minute = 60_000

/** What pages of surveys and the snippet call; no one is signed in. */
export function addAnswerRoutes(api: FastifyInstance, answers: AnswerService): void {
  addFromPages(api, (pages) => {
    publicRoute(pages, {
      method: 'GET',
      url: '/survey-ask/:token',
      operationId: 'readAskedSurvey',
      summary: 'Get the survey behind a link; it changes nothing',
      tag,
      rateLimit: { max: 600, timeWindow: minute },
      errors: [429],
      params: askTokenParams,
      response: dataOf(publicSurveySchema),
      handle: async ({ params }) => ({ data: await answers.read(params.token) }),
    })
    publicRoute(pages, {
      method: 'POST',
      url: '/survey-ask/:token/shown',
      operationId: 'showSurvey',
      summary: 'Say that a page is about to show a survey, and get it if it may',
      tag,
      rateLimit: { max: 600, timeWindow: minute },
      errors: [429],
      params: askTokenParams,
      response: shownSchema,
      handle: async ({ params }) => ({ data: await answers.show(params.token) }),
    })
    publicRoute(pages, {
      method: 'POST',
      url: '/survey-ask/:token/answer',
      operationId: 'answerSurvey',
      summary: 'Answer a survey, or change the answer until it closes',
      tag,
      rateLimit: { max: 600, timeWindow: minute },
      errors: [409, 429],
      bodyLimit: surveyLimits.answer,
      params: askTokenParams,
      body: sendAnswerSchema,
      response: sentAnswerSchema,
      handle: async ({ params, body, request }) => ({
        data: await answers.send(params.token, body, request.ip),
      }),
    })
  })
}
