import { defineModule } from '../../platform/module-definition.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addMappingRoutes } from './mapping.routes.ts'
import { createMappingService } from './mapping.service.ts'

/** Mappings of files under a name, for the next file with the same header. */
export const importMappingModule = defineModule({
  needs: { users: userManagementModule },
  create: (platform, neighbours) => {
    const mappings = createMappingService(platform, neighbours)
    return { module: { addRoutes: (api) => addMappingRoutes(api, mappings) }, service: {} }
  },
})
