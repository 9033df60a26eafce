import type { Feature } from '../../feature.ts'

export const recordFileFeature: Feature = {
  app: async () => (await import('./record-file.app.ts')).recordFileApp,
}
