import type { Logger } from 'pino'
import { eachTenant } from '../jobs/each-tenant.ts'
import { forgetGivenUp } from '../jobs/given-up.ts'
import type { Task } from '../jobs/jobs.ts'
import type { Module, Retention } from '../module.ts'
import type { Platform } from '../platform.ts'

const task = 'retention:forget-old'
const day = 24 * 3600 * 1000

interface Night {
  tenantIds: readonly number[]
  before: Date
  signal: AbortSignal
  log: Logger
}

async function forgetOf(retention: Retention, { tenantIds, before, signal, log }: Night): Promise<void> {
  let forgotten = 0
  try {
    await eachTenant(tenantIds, log.child({ what: retention.name }), async (tenantId) => {
      for (let some = 1; some > 0 && !signal.aborted; forgotten += some) {
        some = await retention.forget(tenantId, before)
      }
    })
  } finally {
    if (forgotten > 0) log.info({ what: retention.name, before, forgotten }, 'old entries were forgotten')
  }
}

/** Forgets every night what is older than it is kept, in steps that go on the next night where they stood. */
export function createRetention(platform: Platform, modules: readonly Module[]): Module {
  const { database, clock } = platform

  const forgetOld: Task = async (_payload, { signal, log }) => {
    const { rows } = await database.anonymous.query<{ id: number }>(
      'select tenant_id as id from list_tenants()',
    )
    const tenantIds = rows.map(({ id }) => id)
    const failures: unknown[] = []
    for (const retention of modules.flatMap((part) => part.retention ?? [])) {
      if (retention.days === undefined) continue
      const before = new Date(clock.now().getTime() - retention.days * day)
      // A kind that can't be deleted doesn't keep the others.
      await forgetOf(retention, { tenantIds, before, signal, log }).catch((error: unknown) =>
        failures.push(error),
      )
    }
    const forgotten = await forgetGivenUp(database.owner).catch((error: unknown) => void failures.push(error))
    if (forgotten) log.info({ what: 'given-up jobs', forgotten }, 'old entries were forgotten')
    if (failures.length > 0) throw new AggregateError(failures, 'Some old entries could not be forgotten')
  }

  return { tasks: { [task]: forgetOld }, schedules: [`13 2 * * * ${task}`] }
}
