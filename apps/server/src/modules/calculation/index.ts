import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordRuleModule } from '../record-rule/index.ts'
import { recordModule } from '../record/index.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { createCalculationJobs } from './calculation.jobs.ts'
import { addCalculationRoutes } from './calculation.routes.ts'
import { createCalculationService, type CalculationNeighbours } from './calculation.service.ts'
import { createCalculationStates } from './calculation-state.service.ts'
import { createDefinitions, type DefinitionNeighbours } from './definition.service.ts'
import { createRecordFormulas } from './record-formula.service.ts'

export type { RecordFormula, RecordFormulas } from './record-formula.service.ts'

/** Fields whose values Steward calculates: by formulas over a record, and rolled up from records below. */
function createCalculationModule(
  platform: Platform,
  neighbours: CalculationNeighbours & DefinitionNeighbours,
) {
  const definitions = createDefinitions(neighbours)
  const service = createCalculationService(platform, neighbours, definitions)
  const states = createCalculationStates(platform, definitions)
  neighbours.fields.registerCalculator(service.calculator)
  neighbours.fields.registerUse('calculation', service.findUses)
  neighbours.lifecycle.registerUse('calculation', service.findStageUses)
  const { tasks, schedules, subscribers } = createCalculationJobs(platform, definitions, neighbours)
  const module: Module = {
    tasks,
    schedules,
    subscribers,
    addRoutes: (api) => addCalculationRoutes(api, { ...service, ...states }),
  }
  return { module, service: createRecordFormulas(definitions) }
}

export const calculationModule = defineModule({
  needs: {
    fields: fieldModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
    records: recordModule,
    rules: recordRuleModule,
  },
  create: createCalculationModule,
})
