import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const scenario = lazyRouteComponent(() => import('./editor/scenario.page.tsx'), 'ScenarioPage')

export const scenarioFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'scenarios',
      Body: lazyRouteComponent(() => import('./scenarios.page.tsx'), 'ScenariosPage'),
    },
    { area: 'app', path: 'scenarios/new', Body: scenario },
    { area: 'app', path: 'scenarios/$scenarioId', Body: scenario },
    {
      area: 'app',
      path: 'scenarios/$scenarioId/rehearsal',
      Body: lazyRouteComponent(() => import('./rehearsal/rehearsal.page.tsx'), 'RehearsalPage'),
    },
  ],
  app: async () => (await import('./scenario.app.ts')).scenarioApp,
}
