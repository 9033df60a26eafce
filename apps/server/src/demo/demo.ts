import type { Application } from '../application.ts'
import type { SeedTenant } from '../modules/identity/index.ts'
import { setStartPage } from '../modules/tenant/index.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { loadDemo } from './demo.load.ts'

const task = 'demo.load'

/**
 * Adds the demo to an application that is about to start. Returns how its first tenant is seeded: with
 * what every tenant begins with and, unless switched off, Today as its start page and a job that loads the demo customers. The job is
 * part of the tenant's own creation, so a tenant gets it exactly once, and it outlives a killed process.
 */
export function addDemo({ platform, modules }: Application): { seedTenant: SeedTenant } {
  modules.modules.push({
    tasks: {
      async [task](payload, { signal, log }) {
        const { tenantId } = payload as { tenantId: number }
        const start = performance.now()
        await loadDemo({ platform, modules }, tenantId, signal)
        log.info({ milliseconds: Math.round(performance.now() - start) }, 'the demo customers are loaded')
      },
    },
  })
  return {
    async seedTenant(tx, tenantId) {
      await modules.seedTenant(tx, tenantId)
      if (!platform.config.demo) return
      await setStartPage(tx, tenantId, 'today')
      await addJob(tx, { task, payload: { tenantId }, key: task })
    },
  }
}
