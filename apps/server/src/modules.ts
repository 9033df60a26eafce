import type { FastifyInstance } from 'fastify'
import { buildModules } from './platform/module-definition.ts'
import type { Tx } from './platform/db/database.ts'
import { outboxRetention } from './platform/outbox/outbox.retention.store.ts'
import type { Platform } from './platform/platform.ts'
import { createRetention } from './platform/retention/retention.ts'
import { createResealing } from './platform/secrets/resealing.ts'
import { activityModule } from './modules/activity/index.ts'
import { activityTypeModule } from './modules/activity-type/index.ts'
import { apiTokenModule } from './modules/api-token/index.ts'
import { auditModule } from './modules/audit/index.ts'
import { boardModule } from './modules/board/index.ts'
import { bulkModule } from './modules/bulk/index.ts'
import { bulkUpdateModule } from './modules/bulk-update/index.ts'
import { calculationModule } from './modules/calculation/index.ts'
import { cellModule } from './modules/cell/index.ts'
import { changeFeedModule } from './modules/change-feed/index.ts'
import { churnReasonModule } from './modules/churn-reason/index.ts'
import { columnSetModule } from './modules/column-set/index.ts'
import { currencyModule } from './modules/currency/index.ts'
import { emailModule } from './modules/email/index.ts'
import { emailComposerModule } from './modules/email-composer/index.ts'
import { emailDeliveryModule } from './modules/email-delivery/index.ts'
import { emailImportModule } from './modules/email-import/index.ts'
import { emailTemplateModule } from './modules/email-template/index.ts'
import { emailThreadModule } from './modules/email-thread/index.ts'
import { eventDeliveryModule } from './modules/event-delivery/index.ts'
import { exportModule } from './modules/export/index.ts'
import { fieldModule } from './modules/field/index.ts'
import { fieldLayoutModule } from './modules/field-layout/index.ts'
import { fileModule } from './modules/file/index.ts'
import { gettingStartedModule } from './modules/getting-started/index.ts'
import { handOverModule } from './modules/hand-over/index.ts'
import { healthModule } from './modules/health/index.ts'
import { healthModelModule } from './modules/health-model/index.ts'
import { healthTrialModule } from './modules/health-trial/index.ts'
import { identityModule } from './modules/identity/index.ts'
import { identityProviderModule } from './modules/identity-provider/index.ts'
import { importMappingModule } from './modules/import-mapping/index.ts'
import { ledgerModule } from './modules/ledger/index.ts'
import { lifecycleModule } from './modules/lifecycle/index.ts'
import { logoModule } from './modules/logo/index.ts'
import { messengerModule } from './modules/messenger/index.ts'
import { noteModule } from './modules/note/index.ts'
import { notificationModule } from './modules/notification/index.ts'
import { overviewModule } from './modules/overview/index.ts'
import { passwordModule } from './modules/password/index.ts'
import { planScheduleModule } from './modules/plan-schedule/index.ts'
import { planTemplateModule } from './modules/plan-template/index.ts'
import { playbookModule } from './modules/playbook/index.ts'
import { playbookEffectModule } from './modules/playbook-effect/index.ts'
import { playbookTemplateModule } from './modules/playbook-template/index.ts'
import { pulseModule } from './modules/pulse/index.ts'
import { recordModule } from './modules/record/index.ts'
import { recordFileModule } from './modules/record-file/index.ts'
import { recordRuleModule } from './modules/record-rule/index.ts'
import { recordListModule } from './modules/record-list/index.ts'
import { recurrenceModule } from './modules/recurrence/index.ts'
import { scenarioApprovalModule } from './modules/scenario-approval/index.ts'
import { scenarioDeliveryModule } from './modules/scenario-delivery/index.ts'
import { scenarioActionModule } from './modules/scenario-action/index.ts'
import { scenarioEventModule } from './modules/scenario-event/index.ts'
import { scenarioMoveModule } from './modules/scenario-move/index.ts'
import { scenarioManagementModule } from './modules/scenario-management/index.ts'
import { scenarioNodeModule } from './modules/scenario-node/index.ts'
import { scenarioRehearsalModule } from './modules/scenario-rehearsal/index.ts'
import { scenarioRunModule } from './modules/scenario-run/index.ts'
import { secondFactorModule } from './modules/second-factor/index.ts'
import { segmentModule } from './modules/segment/index.ts'
import { sessionModule } from './modules/session/index.ts'
import { sharedPlanModule } from './modules/shared-plan/index.ts'
import { statBarModule } from './modules/stat-bar/index.ts'
import { surveySnippetModule } from './modules/survey-snippet/index.ts'
import { sheetModule } from './modules/sheet/index.ts'
import { stageHistoryModule } from './modules/stage-history/index.ts'
import { stageRemovalModule } from './modules/stage-removal/index.ts'
import { successPlanModule } from './modules/success-plan/index.ts'
import { surveyAudienceModule } from './modules/survey-audience/index.ts'
import { surveyManagementModule } from './modules/survey-management/index.ts'
import { surveyResponseModule } from './modules/survey-response/index.ts'
import { surveyResultModule } from './modules/survey-result/index.ts'
import { taskCommentModule } from './modules/task-comment/index.ts'
import { taskViewModule } from './modules/task-view/index.ts'
import { taskModule } from './modules/task/index.ts'
import { tenantModule } from './modules/tenant/index.ts'
import { typeChangeModule } from './modules/type-change/index.ts'
import { timelineModule } from './modules/timeline/index.ts'
import { timelineActModule } from './modules/timeline-act/index.ts'
import { todayModule } from './modules/today/index.ts'
import { userImportModule } from './modules/user-import/index.ts'
import { userManagementModule } from './modules/user-management/index.ts'
import { webhookManagementModule } from './modules/webhook-management/index.ts'
import { workCalendarModule } from './modules/work-calendar/index.ts'
import { sealedData } from './sealed-data.ts'

/**
 * Every module. To add one, add it here. Each is built when it is first needed; the order is that of the paths
 * in the API document.
 */
const definitions = {
  audit: auditModule,
  messenger: messengerModule,
  tenants: tenantModule,
  eventDeliveries: eventDeliveryModule,
  users: userManagementModule,
  files: fileModule,
  apiTokens: apiTokenModule,
  providers: identityProviderModule,
  identity: identityModule,
  sessions: sessionModule,
  passwords: passwordModule,
  secondFactor: secondFactorModule,
  currency: currencyModule,
  calendars: workCalendarModule,
  fields: fieldModule,
  lifecycle: lifecycleModule,
  healthModels: healthModelModule,
  churnReasons: churnReasonModule,
  activityTypes: activityTypeModule,
  layout: fieldLayoutModule,
  columnSets: columnSetModule,
  records: recordModule,
  bulkUpdates: bulkUpdateModule,
  handOvers: handOverModule,
  rules: recordRuleModule,
  lists: recordListModule,
  calculations: calculationModule,
  changeFeed: changeFeedModule,
  ledger: ledgerModule,
  timeline: timelineModule,
  timelineActs: timelineActModule,
  sheets: sheetModule,
  cells: cellModule,
  bulk: bulkModule,
  segments: segmentModule,
  stageRemovals: stageRemovalModule,
  typeChanges: typeChangeModule,
  stageHistory: stageHistoryModule,
  notes: noteModule,
  activities: activityModule,
  pulses: pulseModule,
  recordFiles: recordFileModule,
  mailParser: emailModule,
  mailComposer: emailComposerModule,
  mailDelivery: emailDeliveryModule,
  mailThreads: emailThreadModule,
  mailImport: emailImportModule,
  emailTemplates: emailTemplateModule,
  boards: boardModule,
  statBars: statBarModule,
  logos: logoModule,
  exports: exportModule,
  health: healthModule,
  healthTrials: healthTrialModule,
  overviews: overviewModule,
  playbookTemplates: playbookTemplateModule,
  playbooks: playbookModule,
  playbookEffects: playbookEffectModule,
  recurrences: recurrenceModule,
  tasks: taskModule,
  taskComments: taskCommentModule,
  taskViews: taskViewModule,
  importMappings: importMappingModule,
  userImports: userImportModule,
  successPlans: successPlanModule,
  sharedPlans: sharedPlanModule,
  surveySnippet: surveySnippetModule,
  planTemplates: planTemplateModule,
  planSchedules: planScheduleModule,
  today: todayModule,
  scenarios: scenarioManagementModule,
  scenarioRuns: scenarioRunModule,
  scenarioNodes: scenarioNodeModule,
  scenarioRehearsals: scenarioRehearsalModule,
  scenarioEvents: scenarioEventModule,
  scenarioMoves: scenarioMoveModule,
  scenarioActions: scenarioActionModule,
  scenarioApprovals: scenarioApprovalModule,
  scenarioDeliveries: scenarioDeliveryModule,
  surveys: surveyManagementModule,
  surveyAudiences: surveyAudienceModule,
  surveyResponses: surveyResponseModule,
  surveyResults: surveyResultModule,
  webhooks: webhookManagementModule,
  notifications: notificationModule,
  gettingStarted: gettingStartedModule,
}

/** The composition root: builds every module with the services that it needs. */
export async function composeModules(platform: Platform) {
  const { services, modules } = await buildModules(platform, definitions)
  modules.push(createResealing(platform, sealedData).module)
  modules.push({ retention: [outboxRetention((tenantId) => platform.database.tenant(tenantId))] })
  modules.push(createRetention(platform, modules))
  return {
    ...services,
    modules,
    addRoutes(api: FastifyInstance) {
      for (const module of modules) module.addRoutes?.(api)
    },
    async seedTenant(tx: Tx, tenantId: number, since = platform.clock.now()) {
      for (const module of modules) await module.seedTenant?.(tx, tenantId, since)
    },
  }
}

export type Modules = Awaited<ReturnType<typeof composeModules>>
