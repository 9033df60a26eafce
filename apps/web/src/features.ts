import { apiTokensFeature } from './features/api-tokens/api-tokens.feature.ts'
import { auditFeature } from './features/audit/audit.feature.ts'
import { bulkFeature } from './features/bulk/bulk.feature.ts'
import { companyFeature } from './features/company/company.feature.ts'
import { currencyFeature } from './features/currency/currency.feature.ts'
import { emailFeature } from './features/email/email.feature.ts'
import { eventDeliveriesFeature } from './features/event-deliveries/event-deliveries.feature.ts'
import { fieldAdminFeature } from './features/field-admin/field-admin.feature.ts'
import { healthAdminFeature } from './features/health-admin/health-admin.feature.ts'
import { identityFeature } from './features/identity/identity.feature.ts'
import { messengerFeature } from './features/messenger/messenger.feature.ts'
import { notificationFeature } from './features/notification/notification.feature.ts'
import { playbookFeature } from './features/playbook/playbook.feature.ts'
import { profileFeature } from './features/profile/profile.feature.ts'
import { recordBoardFeature } from './features/record-board/record-board.feature.ts'
import { recordFileFeature } from './features/record-file/record-file.feature.ts'
import { recordFormFeature } from './features/record-form/record-form.feature.ts'
import { recordHealthFeature } from './features/record-health/record-health.feature.ts'
import { recordListFeature } from './features/record-list/record-list.feature.ts'
import { recordPageFeature } from './features/record-page/record-page.feature.ts'
import { scenarioFeature } from './features/scenario/scenario.feature.ts'
import { segmentFeature } from './features/segment/segment.feature.ts'
import { signInSettingsFeature } from './features/sign-in-settings/sign-in-settings.feature.ts'
import { successPlanFeature } from './features/success-plan/success-plan.feature.ts'
import { surveyFeature } from './features/survey/survey.feature.ts'
import { taskFeature } from './features/task/task.feature.ts'
import { timelineFeature } from './features/timeline/timeline.feature.ts'
import { todayFeature } from './features/today/today.feature.ts'
import { userManagementFeature } from './features/user-management/user-management.feature.ts'
import { webhookFeature } from './features/webhook/webhook.feature.ts'
import { workCalendarFeature } from './features/work-calendar/work-calendar.feature.ts'
import type { Feature } from './feature.ts'

/**
 * Every feature of the app. Where several add to a menu that has no order of its own (what can be logged, commands),
 * and where two overlays are asked for at once, the first comes first.
 */
export const features: readonly Feature[] = [
  identityFeature,
  profileFeature,
  companyFeature,
  notificationFeature,
  todayFeature,
  recordListFeature,
  recordBoardFeature,
  recordFormFeature,
  recordPageFeature,
  timelineFeature,
  recordFileFeature,
  taskFeature,
  emailFeature,
  recordHealthFeature,
  segmentFeature,
  playbookFeature,
  scenarioFeature,
  successPlanFeature,
  surveyFeature,
  bulkFeature,
  userManagementFeature,
  fieldAdminFeature,
  currencyFeature,
  workCalendarFeature,
  healthAdminFeature,
  signInSettingsFeature,
  apiTokensFeature,
  auditFeature,
  messengerFeature,
  eventDeliveriesFeature,
  webhookFeature,
]
