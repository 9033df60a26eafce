import { roleIds } from '@steward/contracts/plain/permission'
import type { Application } from '../application.ts'
import { demoTasks } from '../modules/getting-started/index.ts'
import type { SeedTenant } from '../modules/identity/index.ts'
import { setStartPage } from '../modules/tenant/index.ts'
import { companyDays, daysFrom } from './customer/customer.ts'
import { loadDemo } from './demo.load.ts'
import { removeDemo } from './demo.remove.ts'

/**
 * Adds the demo to an application that is about to start. Returns how its first tenant is seeded: with
 * what every tenant begins with and, unless switched off, Today as its start page and a job that loads the demo customers. The job is
 * part of the tenant's own creation, so a tenant gets it exactly once, and it outlives a killed process.
 */
export function addDemo({ platform, modules }: Application): { seedTenant: SeedTenant } {
  modules.modules.push({
    tasks: {
      async [demoTasks.load](payload, { signal, log }) {
        const { tenantId } = payload as { tenantId: number }
        const start = performance.now()
        await loadDemo({ platform, modules }, tenantId, signal)
        log.info({ milliseconds: Math.round(performance.now() - start) }, 'the demo customers are loaded')
      },
      async [demoTasks.remove](payload, { signal }) {
        const { tenantId, userId } = payload as { tenantId: number; userId: number }
        const actor = { tenantId, userId, roleId: roleIds.administrator, sessionId: 0 }
        await removeDemo({ platform, modules }, actor, signal)
      },
    },
  })
  return {
    async seedTenant(tx, tenantId) {
      const now = platform.clock.now()
      const { demo } = platform.config
      await modules.seedTenant(tx, tenantId, demo ? daysFrom(now, -companyDays) : now)
      if (!demo) return
      await setStartPage(tx, tenantId, 'today')
      await modules.gettingStarted.startDemo(tx, tenantId)
    },
  }
}
