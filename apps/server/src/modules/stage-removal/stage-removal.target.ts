import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isTarget } from './stage-removal.store.ts'

/** Throws a conflict where records of another stage are on their way into this one: it would be gone when they come. */
export async function refuseTarget(tx: Tx, tenantId: number, stageId: number, name: string): Promise<void> {
  if (!(await isTarget(tx, tenantId, stageId))) return
  const message = `Records are being moved to "${name}". Wait until that is done.`
  throw new AppError('conflict', 'lifecycle.target', message)
}
