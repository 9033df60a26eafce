import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { healthModelModule, type HealthModels } from '../health-model/index.ts'
import { notificationModule, type Notifications } from '../notification/index.ts'
import { recordModule, type Records } from '../record/index.ts'
import { recordRuleModule, type ReadRuleContext } from '../record-rule/index.ts'
import { sheetModule, type Sheets } from '../sheet/index.ts'
import { surveyAudienceModule, type SurveyAudiences } from '../survey-audience/index.ts'
import { surveyManagementModule, type Surveys } from '../survey-management/index.ts'
import { timelineModule, type TimelineService } from '../timeline/index.ts'
import { todayModule, type TodayService } from '../today/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { addAnswerRoutes } from './answer.routes.ts'
import { createAnswers } from './answer.service.ts'
import { createFollowing, foldTask } from './follow.service.ts'
import { addImportRoutes } from './import.routes.ts'
import { createImports, importTask, undoImportTask } from './import.service.ts'
import { findNeededUploads } from './import.store.ts'
import { findAnsweringRecords } from './response.read-model.ts'
import { addResponseRoutes } from './response.routes.ts'
import { createResponses } from './response.service.ts'
import { createSplits } from './split.service.ts'
import { surveyMetrics } from './survey-metric.ts'
import { findSurveySignals } from './survey-signal.ts'

export { askedOf } from './response.policy.ts'

interface Neighbours {
  audit: AuditService
  users: UserService
  sheets: Sheets
  surveys: Surveys
  audiences: SurveyAudiences
  timeline: TimelineService
  notifications: Notifications
  records: Pick<Records, 'registerDependents'>
  today: Pick<TodayService, 'registerSource'>
  models: Pick<HealthModels, 'registerMetric'>
  rules: { readContext: ReadRuleContext }
}

/** What people answered: stored, scored, and brought to those who look after them. */
function createSurveyResponseModule(platform: Platform, neighbours: Neighbours) {
  const { surveys, timeline, records, today, models } = neighbours
  const { book } = surveys
  const following = createFollowing(platform, { ...neighbours, book })
  const responses = createResponses(platform, { ...neighbours, book })
  const split = createSplits(platform, { book, rules: neighbours.rules })
  const answers = createAnswers(platform, { ...neighbours, book })
  const imports = createImports(platform, { ...neighbours, book, place: following.place })
  neighbours.sheets.registerUse(findNeededUploads)
  surveys.registerFigures(responses.figures)
  records.registerDependents(findAnsweringRecords)
  today.registerSource(findSurveySignals)
  for (const metric of surveyMetrics) models.registerMetric(metric)
  timeline.registerPresenter(
    'survey',
    async (_tenantId, _actor, rows) => new Map(rows.map(({ itemId, details }) => [itemId, details])),
  )
  const module: Module = {
    tasks: { [importTask]: imports.work, [undoImportTask]: imports.undoWork, [foldTask]: following.fold },
    abandoned: { [importTask]: imports.abandon },
    schedules: [`*/10 * * * * ${foldTask}`],
    subscribers: [following.subscriber],
    addRoutes(api) {
      addResponseRoutes(api, { responses, split })
      addAnswerRoutes(api, answers)
      addImportRoutes(api, imports)
    },
  }
  return { module, service: { listImports: imports.list, startImport: imports.start } }
}

export const surveyResponseModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    sheets: sheetModule,
    surveys: surveyManagementModule,
    audiences: surveyAudienceModule,
    timeline: timelineModule,
    notifications: notificationModule,
    records: recordModule,
    today: todayModule,
    models: healthModelModule,
    rules: recordRuleModule,
  },
  create: createSurveyResponseModule,
})
