import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { surveyManagementModule, type Surveys } from '../survey-management/index.ts'
import { addResultRoutes } from './result.routes.ts'
import { createResults } from './result.service.ts'

/** The results of a survey, question by question. */
function createSurveyResultModule(platform: Platform, { surveys }: { surveys: Surveys }) {
  const results = createResults(platform, surveys)
  const module: Module = { addRoutes: (api) => addResultRoutes(api, results) }
  return { module, service: {} }
}

export const surveyResultModule = defineModule({
  needs: { surveys: surveyManagementModule },
  create: createSurveyResultModule,
})
