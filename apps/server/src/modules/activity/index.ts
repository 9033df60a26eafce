import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { timelineModule } from '../timeline/index.ts'
import { recordModule } from '../record/index.ts'
import { activityTypeModule } from '../activity-type/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { countTypes } from './activity.read-model.ts'
import { addActivityRoutes } from './activity.routes.ts'
import { createActivityService, type ActivityNeighbours } from './activity.service.ts'

export type { ActivityService } from './activity.service.ts'

/** Activities with customers, such as calls and meetings. */
function createActivityModule(platform: Platform, neighbours: ActivityNeighbours) {
  const service = createActivityService(platform, neighbours)
  neighbours.timeline.registerPresenter('activity', service.present)
  neighbours.types.registerUse(countTypes)
  const module: Module = { addRoutes: (api) => addActivityRoutes(api, service) }
  return { module, service }
}

export const activityModule = defineModule({
  needs: {
    users: userManagementModule,
    types: activityTypeModule,
    records: recordModule,
    timeline: timelineModule,
  },
  create: createActivityModule,
})
