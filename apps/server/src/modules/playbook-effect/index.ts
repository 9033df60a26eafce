import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldModule } from '../field/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { playbookModule } from '../playbook/index.ts'
import { playbookTemplateModule } from '../playbook-template/index.ts'
import { addEffectRoutes } from './effect.routes.ts'
import { createEffects, type EffectNeighbours } from './effect.service.ts'

/** Whether playbooks work. */
function createPlaybookEffectModule(
  platform: Platform,
  neighbours: EffectNeighbours,
): { module: Module; service: object } {
  const effects = createEffects(platform, neighbours)
  return { module: { addRoutes: (api) => addEffectRoutes(api, effects) }, service: {} }
}

export const playbookEffectModule = defineModule({
  needs: {
    fields: fieldModule,
    ledger: ledgerModule,
    templates: playbookTemplateModule,
    playbooks: playbookModule,
  },
  create: createPlaybookEffectModule,
})
