import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import { auditModule } from '../audit/index.ts'
import { notificationModule } from '../notification/index.ts'
import { scenarioManagementModule } from '../scenario-management/index.ts'
import { scenarioRunModule } from '../scenario-run/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addApprovalRoutes } from './approval.routes.ts'
import { createApprovals } from './approval.service.ts'
import { findApproval } from './approval.store.ts'
import { approvalKind, approvalSubject, askApprovalNode } from './ask-approval.node.ts'

/** Scenarios that ask users whether records may go on. */
export const scenarioApprovalModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    scenarios: scenarioManagementModule,
    runs: scenarioRunModule,
    notifications: notificationModule,
  },
  create(platform, neighbours): { module: Module } {
    const { scenarios, notifications } = neighbours
    notifications.registerKind({
      name: approvalKind,
      category: 'entity',
      preference: null,
      text: ({ payload }) => `Approve? ${String(payload['question'])}`,
    })
    notifications.registerSubject(approvalSubject, async (db, { tenantId, userId }, asked) =>
      Promise.all(
        asked.map(async ({ subjectId }) => {
          const found = await findApproval(db, tenantId, subjectId)
          return found?.approverId === userId ? { name: found.name, level: null, recordId: null } : undefined
        }),
      ),
    )
    scenarios.registerNode(askApprovalNode(neighbours))
    const approvals = createApprovals(platform, neighbours)
    return { module: { addRoutes: (api) => addApprovalRoutes(api, approvals) } }
  },
})
