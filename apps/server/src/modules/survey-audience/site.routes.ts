import { askTokenParams } from '@steward/contracts/survey/answer'
import {
  siteAskedSchema,
  siteAskSchema,
  siteParams,
  unsubscribedSchema,
} from '@steward/contracts/survey/audience'
import type { FastifyInstance } from 'fastify'
import { addFromForms, addFromPages } from '../../platform/http/page-call.ts'
import { publicRoute } from '../../platform/http/route.ts'
import type { Links } from './link.service.ts'
import type { SiteService } from './site.service.ts'

const tag = 'survey'
const minute = 60_000

/** What pages of a company call, and the mail programs of those who were asked; no one is signed in. */
export function addSiteRoutes(
  api: FastifyInstance,
  { site, links }: { site: SiteService; links: Links },
): void {
  addFromPages(api, (pages) => {
    publicRoute(pages, {
      method: 'POST',
      url: '/survey-site/:siteKey/ask',
      operationId: 'askSitePerson',
      summary: 'Get the survey that a page is to ask the person before it; null: none',
      tag,
      rateLimit: { max: 600, timeWindow: minute },
      errors: [429],
      bodyLimit: 8 * 1024,
      params: siteParams,
      body: siteAskSchema,
      response: siteAskedSchema,
      handle: async ({ params, body, request }) => ({
        data: await site.ask(params.siteKey, body, request.headers.origin),
      }),
    })
  })
  addFromForms(api, (forms) => {
    publicRoute(forms, {
      method: 'POST',
      url: '/survey-ask/:token/unsubscribe',
      operationId: 'unsubscribeFromSurveys',
      summary: 'Get no more surveys, with one click',
      tag,
      rateLimit: { max: 30, timeWindow: minute },
      errors: [429],
      params: askTokenParams,
      response: unsubscribedSchema,
      async handle({ params }) {
        await links.unsubscribe(params.token)
        return { data: { unsubscribed: true } }
      },
    })
  })
}
