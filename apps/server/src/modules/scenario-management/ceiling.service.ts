import type { ScenarioCeilingsForm } from '@steward/contracts/scenario/ceiling'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { putCeilings, readCeilings } from './ceiling.store.ts'

/** Limits that all scenarios of a company share. */
export function createCeilings(platform: Platform, { audit }: { audit: Pick<AuditService, 'write'> }) {
  const { database, caches } = platform
  const cache = caches.create('scenario-ceiling', (tenantId, db) => readCeilings(db, tenantId))
  const read = ({ tenantId }: Actor): Promise<ScenarioCeilingsForm> =>
    readCeilings(database.tenant(tenantId), tenantId)
  return {
    of: (tenantId: number): Promise<ScenarioCeilingsForm> => cache.get(tenantId),
    read,

    async change(actor: Actor, form: ScenarioCeilingsForm): Promise<ScenarioCeilingsForm> {
      const { tenantId } = actor
      await transact(database.tenant(tenantId), async (tx) => {
        await putCeilings(tx, tenantId, form)
        await audit.write(tx, tenantId, {
          action: 'scenario.limits-changed',
          summary: 'The limits of scenarios were changed',
          actor,
          details: { ...form },
        })
      })
      await cache.forget(tenantId)
      return read(actor)
    },
  }
}

export type Ceilings = ReturnType<typeof createCeilings>
