import { idParams } from '@steward/contracts/api'
import { levels } from '@steward/contracts/level'
import {
  overviewBodySchema,
  overviewCardsQuery,
  overviewCardsSchema,
  putOverviewCardsSchema,
} from '@steward/contracts/overview'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { OverviewService } from './overview.service.ts'

/** The same call for each of the four levels. */
export function addOverviewRoutes(api: FastifyInstance, overviews: OverviewService): void {
  for (const { id, plural, name, label } of levels) {
    route(api, {
      method: 'GET',
      url: `/core/${plural}/:id/overview`,
      operationId: `read${label}Overview`,
      tag: `${label}s`,
      permission: 'timeline.read',
      summary: `Get the overview of one ${name}: figures, counts, recent activity, people`,
      params: idParams,
      response: overviewBodySchema,
      handle: async ({ actor, params }) => ({ data: await overviews.read(actor, id, params.id) }),
    })
  }
  route(api, {
    method: 'PUT',
    url: '/core/overview-cards',
    operationId: 'putOverviewCards',
    tag: 'overview',
    permission: 'self.edit',
    summary: 'Choose the overview cards of a level',
    query: overviewCardsQuery,
    body: putOverviewCardsSchema,
    response: overviewCardsSchema,
    handle: async ({ actor, query, body }) => ({
      data: { cards: await overviews.putCards(actor, query.level, body.cards) },
    }),
  })
}
