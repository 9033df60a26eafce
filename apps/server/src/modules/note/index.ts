import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { timelineModule } from '../timeline/index.ts'
import { recordModule } from '../record/index.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { addNoteTemplateRoutes } from './note-template.routes.ts'
import { createNoteTemplateService, seedTemplates } from './note-template.service.ts'
import { addNoteRoutes } from './note.routes.ts'
import { createNoteService, type NoteNeighbours } from './note.service.ts'

/** Notes, and what they may begin with. */
function createNoteModule(
  platform: Platform,
  { audit, ...neighbours }: NoteNeighbours & { audit: AuditService },
) {
  const service = createNoteService(platform, neighbours)
  const templates = createNoteTemplateService(platform, audit)
  const module: Module = {
    addRoutes(api) {
      addNoteRoutes(api, service)
      addNoteTemplateRoutes(api, templates)
    },
    seedTenant: seedTemplates,
  }
  return { module, service }
}

export const noteModule = defineModule({
  needs: { audit: auditModule, records: recordModule, timeline: timelineModule },
  create: createNoteModule,
})
