import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const tokens = () => import('./tokens.page.tsx')

export const apiTokensFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'profile/api-tokens',
      Body: lazyRouteComponent(tokens, 'PersonalTokensPage'),
    },
    {
      area: 'settings',
      path: 'settings/api-tokens',
      Body: lazyRouteComponent(tokens, 'CompanyTokensPage'),
    },
  ],
  app: async () => (await import('./api-tokens.app.ts')).apiTokensApp,
}
