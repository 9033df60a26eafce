import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const apiTokensFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'profile/api-tokens',
      Body: lazyRouteComponent(() => import('./personal-tokens.page.tsx'), 'PersonalTokensPage'),
    },
    {
      area: 'settings',
      path: 'settings/api-tokens',
      Body: lazyRouteComponent(() => import('./company-tokens.page.tsx'), 'CompanyTokensPage'),
    },
  ],
  app: async () => (await import('./api-tokens.app.ts')).apiTokensApp,
}
