import { defineModule } from '../../platform/module-definition.ts'
import { fieldModule } from '../field/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addTaskViewRoutes } from './view.routes.ts'
import { createTaskViewService } from './view.service.ts'
import { createFindStageUses, createFindUses } from './view.uses.ts'

/** Lists of tasks under a name. */
export const taskViewModule = defineModule({
  needs: { users: userManagementModule, fields: fieldModule, lifecycle: lifecycleModule },
  create: (platform, neighbours) => {
    const views = createTaskViewService(platform, neighbours)
    neighbours.fields.registerUse('task view', createFindUses(platform, neighbours.fields))
    neighbours.lifecycle.registerUse('task view', createFindStageUses(platform))
    return { module: { addRoutes: (api) => addTaskViewRoutes(api, views) }, service: {} }
  },
})
