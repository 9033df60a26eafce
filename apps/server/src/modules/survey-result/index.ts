import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { surveyManagementModule, type Surveys } from '../survey-management/index.ts'
import { addResultRoutes } from './result.routes.ts'
import { createResults } from './result.service.ts'

/** What people answered to each question of a survey. */
function createSurveyResultModule(platform: Platform, { surveys }: { surveys: Surveys }) {
  const results = createResults(platform, surveys)
  const module: Module = { addRoutes: (api) => addResultRoutes(api, results) }
  return { module, service: {} }
}

export const surveyResultModule = defineModule({
  needs: { surveys: surveyManagementModule },
  create: createSurveyResultModule,
})
