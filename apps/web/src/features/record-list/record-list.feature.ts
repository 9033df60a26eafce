import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

export const recordListFeature: Feature = {
  pages: [
    {
      area: 'level',
      path: 'list',
      Body: lazyRouteComponent(() => import('./record-list.page.tsx'), 'RecordListPage'),
    },
  ],
  // Until they have pages of their own.
  redirects: ['dashboard', 'analytics'].map((path) => ({ path, to: (level) => `/app/${level}/list` })),
  async prefetch(pathname) {
    const [, plural] = /^\/app\/(\w+)\/list\/?$/.exec(pathname) ?? []
    if (plural === undefined) return
    const { startList } = await import('./list-start.ts')
    startList(plural)
  },
  app: async () => (await import('./record-list.app.ts')).recordListApp,
}
