import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const profileFeature: Feature = {
  pages: [
    {
      area: 'bare',
      path: 'app/complete-profile',
      Body: lazyRouteComponent(() => import('./complete-profile.page.tsx'), 'CompleteProfilePage'),
    },
    {
      area: 'settings',
      path: 'profile',
      Body: lazyRouteComponent(() => import('./profile.page.tsx'), 'ProfilePage'),
    },
  ],
  app: async () => (await import('./profile.app.ts')).profileApp,
}
