import { dataOf } from '@steward/contracts/api'
import {
  apiTokenListQuery,
  apiTokenParams,
  apiTokenSchema,
  createApiTokenSchema,
  createdApiTokenSchema,
} from '@steward/contracts/api-token'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { ApiTokenService } from './api-token.service.ts'

const tag = 'identity'

export function addApiTokenRoutes(api: FastifyInstance, apiTokens: ApiTokenService): void {
  route(api, {
    method: 'GET',
    url: '/identity/api-tokens',
    operationId: 'listApiTokens',
    summary: 'Your API tokens, or those of the company',
    description: 'Those of the company need the permission api-token.administer.',
    tag,
    permission: 'self.read',
    query: apiTokenListQuery,
    response: dataOf(z.array(apiTokenSchema)),
    handle: async ({ actor, query }) => ({ data: await apiTokens.list(actor, query.scope) }),
  })
  route(api, {
    method: 'POST',
    url: '/identity/api-tokens',
    operationId: 'createApiToken',
    summary: 'Makes an API token, which is shown this once',
    description:
      'A personal token works as you, with the permissions that you choose of those your role has. ' +
      'One of the company works as itself and needs the permission api-token.administer to be made. ' +
      'Needs a session in which the password was confirmed within the last ten minutes.',
    tag,
    permission: 'self.edit',
    body: createApiTokenSchema,
    response: dataOf(createdApiTokenSchema),
    handle: async ({ actor, body }) => ({ data: await apiTokens.create(actor, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/identity/api-tokens/:apiTokenId',
    operationId: 'revokeApiToken',
    summary: 'Revokes an API token; it stops working at once',
    tag,
    permission: 'self.edit',
    params: apiTokenParams,
    response: dataOf(apiTokenSchema),
    handle: async ({ actor, params }) => ({ data: await apiTokens.revoke(actor, params.apiTokenId) }),
  })
}
