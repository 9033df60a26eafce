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
    summary: 'List your API tokens, or those of the company',
    description: 'Company tokens need the permission api-token.administer.',
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
    summary: 'Create an API token, which is shown only once',
    description:
      'A personal token acts on your behalf, with the permissions you choose from your role. ' +
      'A company token acts as itself; creating one needs the permission api-token.administer. ' +
      'Needs a session with a password confirmation in the last ten minutes.',
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
    summary: 'Revoke an API token; it stops working immediately',
    tag,
    permission: 'self.edit',
    params: apiTokenParams,
    response: dataOf(apiTokenSchema),
    handle: async ({ actor, params }) => ({ data: await apiTokens.revoke(actor, params.apiTokenId) }),
  })
}
