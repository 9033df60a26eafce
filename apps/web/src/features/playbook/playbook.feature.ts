import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../../feature.ts'

const editor = lazyRouteComponent(() => import('./editor/playbook-editor.page.tsx'), 'PlaybookEditorPage')

export const playbookFeature: Feature = {
  pages: [
    {
      area: 'app',
      path: 'playbooks',
      Body: lazyRouteComponent(() => import('./playbooks.page.tsx'), 'PlaybooksPage'),
    },
    { area: 'app', path: 'playbooks/new', Body: editor },
    { area: 'app', path: 'playbooks/$templateId', Body: editor },
    {
      area: 'app',
      path: 'playbooks/instances/$instanceId',
      Body: lazyRouteComponent(() => import('./instance/instance.page.tsx'), 'InstancePage'),
    },
  ],
  app: async () => (await import('./playbook.app.ts')).playbookApp,
}
