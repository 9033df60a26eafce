import type { Feature } from '../../feature.ts'

export const recordHealthFeature: Feature = {
  app: async () => (await import('./record-health.app.ts')).recordHealthApp,
}
