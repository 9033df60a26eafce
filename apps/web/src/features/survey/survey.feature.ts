import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const surveyFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'surveys',
      Body: lazyRouteComponent(() => import('./surveys.page.tsx'), 'SurveysPage'),
    },
    {
      area: 'app',
      path: 'surveys/editor',
      Body: lazyRouteComponent(() => import('./new-survey.page.tsx'), 'NewSurveyPage'),
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
      area: 'settings',
      path: 'settings/surveys',
      Body: lazyRouteComponent(() => import('./survey-settings.page.tsx'), 'SurveySettingsPage'),
    },
  ],
  app: async () => (await import('./survey.app.ts')).surveyApp,
}
