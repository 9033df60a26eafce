import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'
import { startScenario } from './scenario-start.ts'

const list = () => import('./scenarios.page.tsx')
/** The canvas, if the first address is that of a scenario. */
let started: Promise<void> | undefined

const scenario = lazyRouteComponent(async () => {
  const page = import('./editor/scenario.page.tsx')
  await started
  return page
}, 'ScenarioPage')

export const scenarioFeature: Feature = {
  pages: [
    { area: 'app', path: 'scenarios', Body: lazyRouteComponent(list, 'ScenariosPage') },
    { area: 'app', path: 'scenarios/limits', Body: lazyRouteComponent(list, 'ScenarioLimitsPage') },
    { area: 'app', path: 'approvals', Body: lazyRouteComponent(list, 'ApprovalsPage') },
    { area: 'app', path: 'scenarios/new', Body: scenario },
    { area: 'app', path: 'scenarios/$scenarioId', Body: scenario },
    {
      area: 'app',
      path: 'scenarios/$scenarioId/rehearsal',
      Body: lazyRouteComponent(() => import('./rehearsal/rehearsal.page.tsx'), 'RehearsalPage'),
    },
  ],
  async prefetch(pathname) {
    const [, id] = /^\/app\/scenarios\/(\d+)$/.exec(pathname) ?? []
    if (!id) return
    const start = startScenario(Number(id))
    started = start.catch(() => undefined)
    await start
  },
  app: async () => (await import('./scenario.app.ts')).scenarioApp,
}
