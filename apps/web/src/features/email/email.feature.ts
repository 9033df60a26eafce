import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const emailFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/email-templates',
      Body: lazyRouteComponent(() => import('./mail-templates.page.tsx'), 'MailTemplatesPage'),
    },
  ],
  app: async () => (await import('./email.app.ts')).emailApp,
}
