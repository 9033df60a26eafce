import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { healthModule, type HealthService } from '../health/index.ts'
import { healthModelModule, type HealthModels } from '../health-model/index.ts'
import { createComparing } from './comparing.service.ts'
import { createSamples } from './sample.service.ts'
import { addTrialRoutes } from './trial.routes.ts'
import { createTrials } from './trial.service.ts'

/** The modules below: the models, and what scores records by them. */
export interface HealthTrialNeighbours {
  models: HealthModels
  health: Pick<HealthService, 'read'>
}

/** Trying drafts of the health score before they are published. */
function createHealthTrialModule(
  platform: Platform,
  { models, health }: HealthTrialNeighbours,
): { module: Module } {
  const compare = createComparing(platform, models)
  const trials = createTrials(platform, models, compare)
  const samples = createSamples(platform, { models, health, compare })
  return { module: { tasks: trials.tasks, addRoutes: (api) => addTrialRoutes(api, trials, samples) } }
}

export const healthTrialModule = defineModule({
  needs: { models: healthModelModule, health: healthModule },
  create: createHealthTrialModule,
})
