import { defineModule } from '../../platform/module-definition.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { createFindUses } from './view.fields.ts'
import { addTaskViewRoutes } from './view.routes.ts'
import { createTaskViewService } from './view.service.ts'

/** Lists of tasks under a name. */
export const taskViewModule = defineModule({
  needs: { users: userManagementModule, fields: fieldModule },
  create: (platform, neighbours) => {
    const views = createTaskViewService(platform, neighbours)
    neighbours.fields.registerUse('task view', createFindUses(platform, neighbours.fields))
    return { module: { addRoutes: (api) => addTaskViewRoutes(api, views) }, service: {} }
  },
})
