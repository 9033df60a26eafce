import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { addTemplateRoutes } from './template.routes.ts'
import { createTemplates, type TemplateNeighbours } from './template.service.ts'

/** Texts that e-mails begin with. */
export function createEmailTemplateModule(
  platform: Platform,
  neighbours: TemplateNeighbours,
): { module: Module } {
  const templates = createTemplates(platform, neighbours)
  return { module: { addRoutes: (api) => addTemplateRoutes(api, templates) } }
}
