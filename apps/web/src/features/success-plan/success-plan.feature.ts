import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const templates = () => import('./template/templates.page.tsx')
const editor = lazyRouteComponent(templates, 'PlanTemplateEditorPage')

export const successPlanFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'success-plans',
      Body: lazyRouteComponent(() => import('./plans.page.tsx'), 'PlansPage'),
    },
    {
      area: 'app',
      path: 'success-plans/templates',
      Body: lazyRouteComponent(templates, 'PlanTemplatesPage'),
    },
    { area: 'app', path: 'success-plans/templates/new', Body: editor },
    { area: 'app', path: 'success-plans/templates/$templateId', Body: editor },
    {
      area: 'app',
      path: 'success-plans/$planId',
      Body: lazyRouteComponent(() => import('./plan.page.tsx'), 'PlanPage'),
    },
    {
      area: 'settings',
      path: 'settings/success-plan-lists',
      Body: lazyRouteComponent(templates, 'PlanLookupsPage'),
    },
  ],
  app: async () => (await import('./success-plan.app.ts')).successPlanApp,
}
