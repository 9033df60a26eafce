import { levels } from '@steward/contracts/level'
import {
  changeStatBarSchema,
  figuresBodySchema,
  figuresQuery,
  statBarBodySchema,
  statBarParams,
} from '@steward/contracts/user-settings/stat-bar'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { StatBarService } from './stat-bar.service.ts'

const url = '/core/user-settings/:userId/stat-bar/:scope/:level'
const tag = 'stat-bar'

export function addStatBarRoutes(api: FastifyInstance, statBars: StatBarService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'readStatBar',
    summary: 'Get the widgets of a stat bar of a user',
    description: 'Your own, or with user.administer those of others.',
    tag,
    permission: 'self.read',
    params: statBarParams,
    response: statBarBodySchema,
    handle: async ({ actor, params }) => ({ data: await statBars.read(actor, params) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'putStatBar',
    summary: 'Choose the widgets of a stat bar of a user',
    description: 'Your own, or with user.administer those of others.',
    tag,
    permission: 'self.edit',
    params: statBarParams,
    body: changeStatBarSchema,
    response: statBarBodySchema,
    handle: async ({ actor, params, body }) => ({ data: await statBars.put(actor, params, body.widgets) }),
  })
  for (const { id, plural, label } of levels) {
    route(api, {
      method: 'GET',
      url: `/core/${plural}/figures`,
      operationId: `read${label}Figures`,
      summary: `Get the figures of your stat bar of ${plural}, of all that match`,
      tag: `${label}s`,
      permission: 'record.read',
      query: figuresQuery,
      response: figuresBodySchema,
      handle: async ({ actor, query }) => ({ data: await statBars.figures(actor, id, query) }),
    })
  }
}
