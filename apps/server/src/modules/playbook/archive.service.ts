import type { archiveActions } from '@steward/contracts/plain/playbook'
import type { PlaybookTemplate } from '@steward/contracts/playbook-template'
import type { Actor } from '../../platform/actor.ts'
import type { TemplateService } from '../playbook-template/index.ts'
import type { InstanceService } from './instance.service.ts'

/** Archives a template, and ends its running instances in the same transaction unless they are to continue. */
export function createArchive(templates: TemplateService, instances: InstanceService) {
  return (
    actor: Actor,
    templateId: number,
    action: (typeof archiveActions)[number],
  ): Promise<PlaybookTemplate> =>
    templates.setStatus(actor, templateId, 'archived', async (tx) => {
      if (action !== 'keep') await instances.endAll(tx, actor, templateId, action)
    })
}

export type ArchiveTemplate = ReturnType<typeof createArchive>
