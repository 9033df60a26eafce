import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const signInSettingsFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/sign-in',
      Body: lazyRouteComponent(() => import('./sign-in-settings.page.tsx'), 'SignInSettingsPage'),
    },
  ],
  app: async () => (await import('./sign-in-settings.app.ts')).signInSettingsApp,
}
