import type { Feature } from '../../feature.ts'

export const recordFormFeature: Feature = {
  redirects: [
    // The form lies over the list; what the address presets goes along.
    {
      path: 'new',
      to: (level, search) => `/app/${level}/list?create=true${search.replace('?', '&')}`,
    },
  ],
  app: async () => (await import('./record-form.app.ts')).recordFormApp,
}
