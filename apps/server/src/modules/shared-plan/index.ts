import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { currencyModule, type CurrencyService } from '../currency/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { successPlanModule, type SuccessPlans } from '../success-plan/index.ts'
import { taskModule, type Tasks } from '../task/index.ts'
import { tenantModule } from '../tenant/index.ts'
import { timelineModule } from '../timeline/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createCommentService } from './comment.service.ts'
import { createProjection } from './share.projection.ts'
import { addCommentRoutes, addShareRoutes } from './share.routes.ts'
import { createShareService } from './share.service.ts'
import { addSharedPageRoutes } from './shared-page.routes.ts'
import { createSharedPages } from './shared-page.service.ts'
import { forgetViews } from './view.store.ts'

interface Neighbours {
  audit: AuditService
  users: UserService
  currency: CurrencyService
  plans: SuccessPlans
  tasks: Tasks
  notifications: Notifications
}

/** For how many days it is known when links were opened. */
const viewDays = 365

/** Success plans that customers open by a link, without a sign-in. */
function createSharedPlanModule(
  platform: Platform,
  neighbours: Neighbours,
): { module: Module; service: object } {
  const projection = createProjection(platform, neighbours)
  const shares = createShareService(platform, { ...neighbours, projection })
  const pages = createSharedPages(platform, { ...neighbours, projection })
  const comments = createCommentService(platform, neighbours)
  const module: Module = {
    subscribers: [projection.subscriber],
    retention: [
      {
        name: 'views of shared plans',
        days: viewDays,
        forget: (tenantId, before) => forgetViews(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
    addRoutes(api) {
      addShareRoutes(api, shares)
      addCommentRoutes(api, comments)
      addSharedPageRoutes(api, pages)
    },
  }
  return { module, service: {} }
}

export const sharedPlanModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    currency: currencyModule,
    plans: successPlanModule,
    tasks: taskModule,
    notifications: notificationModule,
    timeline: timelineModule,
    tenants: tenantModule,
  },
  create: createSharedPlanModule,
})
