import { listLogosQuery, listLogosSchema } from '@steward/contracts/company/logo'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { LogoService } from './logo.service.ts'

export function addLogoRoutes(api: FastifyInstance, logos: LogoService): void {
  route(api, {
    method: 'GET',
    url: '/core/logos',
    operationId: 'listLogos',
    summary: 'List the logos of records, fetched from their websites',
    description:
      'Of those of the records that you can see and that have one. A picture that was uploaded is in the record itself, and is shown instead.',
    tag: 'logo',
    permission: 'record.read',
    query: listLogosQuery,
    response: listLogosSchema,
    handle: async ({ actor, query }) => ({ data: await logos.list(actor, query.recordIds) }),
  })
}
