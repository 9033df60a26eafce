import { dataOf } from '@steward/contracts/api'
import { churnReasonSchema, churnReasonsQuery, putChurnReasonsSchema } from '@steward/contracts/churn-reason'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { ChurnReasonService } from './churn-reason.service.ts'

const url = '/core/churn-reasons'
const tag = 'Churn reasons'

export function addChurnReasonRoutes(api: FastifyInstance, reasons: ChurnReasonService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listChurnReasons',
    summary: 'List churn reasons in two levels, with the number of records per reason',
    description: 'Counts cover the whole company, and are returned only to users who can edit the reasons.',
    tag,
    permission: 'lifecycle.read',
    query: churnReasonsQuery,
    response: dataOf(z.array(churnReasonSchema)),
    handle: async ({ actor, query }) => ({ data: await reasons.list(actor, query.withRecords) }),
  })
  route(api, {
    method: 'PUT',
    url,
    operationId: 'putChurnReasons',
    summary: 'Replace all churn reasons, in order',
    description:
      'A reason keeps its id, whatever becomes of its name and place. One that is left out is deleted, or retired where a record holds it or one below it.',
    tag,
    permission: 'field.administer',
    audited: 'by-service',
    body: putChurnReasonsSchema,
    response: dataOf(z.array(churnReasonSchema)),
    handle: async ({ actor, body }) => ({ data: await reasons.put(actor, body) }),
  })
}
