import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const currencyFeature: Feature = {
  pages: [
    {
      area: 'settings',
      path: 'settings/data-management/currency',
      Body: lazyRouteComponent(() => import('./currency.page.tsx'), 'CurrencyPage'),
    },
  ],
  app: async () => (await import('./currency.app.ts')).currencyApp,
}
