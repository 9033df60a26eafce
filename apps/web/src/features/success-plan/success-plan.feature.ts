import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const editor = lazyRouteComponent(
  () => import('./template/editor/template-editor.page.tsx'),
  'PlanTemplateEditorPage',
)

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
      Body: lazyRouteComponent(() => import('./template/templates.page.tsx'), 'PlanTemplatesPage'),
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
      Body: lazyRouteComponent(() => import('./lookups.page.tsx'), 'PlanLookupsPage'),
    },
  ],
  app: async () => (await import('./success-plan.app.ts')).successPlanApp,
}
