import { defineModule } from '../../platform/module-definition.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addTaskViewRoutes } from './view.routes.ts'
import { createTaskViewService } from './view.service.ts'

/** Lists of tasks under a name. */
export const taskViewModule = defineModule({
  needs: { users: userManagementModule },
  create: (platform, neighbours) => {
    const views = createTaskViewService(platform, neighbours)
    return { module: { addRoutes: (api) => addTaskViewRoutes(api, views) }, service: {} }
  },
})
