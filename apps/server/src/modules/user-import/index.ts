import { defineModule } from '../../platform/module-definition.ts'
import { auditModule } from '../audit/index.ts'
import { sheetModule } from '../sheet/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addUserImportRoutes } from './user-import.routes.ts'
import { createUserImports } from './user-import.service.ts'

/** Users from files, and the undo of that. */
export const userImportModule = defineModule({
  needs: { audit: auditModule, users: userManagementModule, sheets: sheetModule },
  create: (platform, neighbours) => {
    const imports = createUserImports(platform, neighbours)
    return { module: { addRoutes: (api) => addUserImportRoutes(api, imports) } }
  },
})
