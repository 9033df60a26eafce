import type { Logger } from 'pino'
import { isDatabaseAway } from '../errors.ts'

/**
 * Does a step of a job for one tenant after the other. Where it fails for one, the others behind have theirs
 * all the same: the failure is logged, and thrown when all have had their turn, so that the job is tried again.
 * Where the database is away that is thrown at once, because everyone behind would only wait for it too.
 */
export async function eachTenant(
  tenantIds: readonly number[],
  log: Pick<Logger, 'error'>,
  step: (tenantId: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const tenantId of tenantIds) {
    try {
      await step(tenantId)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.error({ err: error, tenantId }, 'a step of a job failed for a company; the others go on')
      failures.push(error)
    }
  }
  if (failures.length === 0) return
  throw new AggregateError(failures, `It failed for ${failures.length} of ${tenantIds.length} companies`)
}
