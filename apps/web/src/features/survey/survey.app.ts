import { IconMessageCircleQuestion, IconPlus } from '@tabler/icons-react'
import type { AppParts } from '../../feature.ts'
import { paths } from '../../paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const surveyApp: AppParts = {
  sidebar: [
    {
      group: 'Work',
      order: 16,
      label: 'Surveys',
      icon: IconMessageCircleQuestion,
      to: paths.surveys,
      under: [paths.surveys],
      key: 'v',
      permission: 'survey.read',
    },
  ],
  settings: [
    {
      group: 'Data',
      order: 68,
      label: 'Surveys',
      icon: IconMessageCircleQuestion,
      to: paths.surveySettings,
      under: [paths.surveySettings],
      permission: 'survey.edit',
      words: 'nps quiet period consent signature snippet key',
    },
  ],
  recordTabs: [
    {
      value: 'surveys',
      label: 'Surveys',
      levels: [1, 2, 3],
      order: 47,
      permission: 'survey.read',
      Body: lazyPart(() => import('./record/record-surveys.tsx'), 'RecordSurveys'),
    },
  ],
  commands: [
    {
      id: 'create-survey',
      group: 'Create',
      label: 'Create survey',
      icon: IconPlus,
      to: paths.newSurvey,
      permission: 'survey.edit',
    },
  ],
}
