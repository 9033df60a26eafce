import { dataOf, idParams } from '@steward/contracts/api'
import {
  approvalQuery,
  approvalSchema,
  approvalsSchema,
  decisionSchema,
} from '@steward/contracts/scenario/approval'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Approvals } from './approval.service.ts'

const tag = 'scenario'
const url = '/scenario-management/approvals'

export function addApprovalRoutes(api: FastifyInstance, approvals: Approvals): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listScenarioApprovals',
    summary: 'List what scenarios ask you to approve, or what you have decided',
    tag,
    permission: 'task.read',
    query: approvalQuery,
    response: approvalsSchema,
    handle: ({ actor, query }) => approvals.list(actor, query),
  })
  route(api, {
    method: 'POST',
    url: `${url}/:id/decide`,
    operationId: 'decideScenarioApproval',
    summary: 'Approve or reject what a scenario asks',
    tag,
    permission: 'task.edit',
    audited: 'by-service',
    params: idParams,
    body: decisionSchema,
    response: dataOf(approvalSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await approvals.decide(actor, params.id, body.approved),
    }),
  })
}
