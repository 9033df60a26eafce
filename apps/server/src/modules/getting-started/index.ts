import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { isVisitOfThisMachine } from '../../platform/this-machine.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { answerSignIn, identityModule, type IdentityService } from '../identity/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { addGettingStartedRoutes, addVisitRoutes } from './getting-started.routes.ts'
import { createGettingStarted } from './getting-started.service.ts'
import { createVisits } from './visit.service.ts'

export { demoDomain, demoTasks } from './getting-started.service.ts'

interface Neighbours {
  audit: AuditService
  users: UserService
  identity: IdentityService
}

/** The first minutes of a company: its first steps, and the sample customers. */
function createGettingStartedModule(platform: Platform, neighbours: Neighbours) {
  const service = createGettingStarted(platform, neighbours)
  const visits = createVisits(platform, { ...neighbours, gettingStarted: service })
  const module: Module = {
    addRoutes(api) {
      addGettingStartedRoutes(api, service)
      const answer = answerSignIn(platform.config.publicUrl)
      addVisitRoutes(api, { visits, isHere: isVisitOfThisMachine, answer })
    },
  }
  return { module, service }
}

export const gettingStartedModule = defineModule({
  needs: { audit: auditModule, users: userManagementModule, identity: identityModule },
  create: createGettingStartedModule,
})
