import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const surveys = () => import('./surveys.page.tsx')

export const surveyFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'surveys',
      Body: lazyRouteComponent(surveys, 'SurveysPage'),
    },
    {
      area: 'app',
      path: 'surveys/editor',
      Body: lazyRouteComponent(surveys, 'NewSurveyPage'),
    },
    {
      area: 'app',
      path: 'surveys/editor/$surveyId',
      Body: lazyRouteComponent(() => import('./survey-editor.page.tsx'), 'SurveyEditorPage'),
    },
    {
      area: 'app',
      path: 'surveys/$surveyId',
      Body: lazyRouteComponent(() => import('./survey.page.tsx'), 'SurveyPage'),
    },
    {
      area: 'app',
      path: 'surveys/$surveyId/import',
      Body: lazyRouteComponent(surveys, 'SurveyImportPage'),
    },
    {
      area: 'settings',
      path: 'settings/surveys',
      Body: lazyRouteComponent(surveys, 'SurveySettingsPage'),
    },
  ],
  app: async () => (await import('./survey.app.ts')).surveyApp,
}
