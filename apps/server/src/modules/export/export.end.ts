import { exportFinished } from '@steward/contracts/event/export.event'
import { transact, type Db } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import { endExport, type ExportEnd, type ExportRow } from './export.store.ts'

/** Ends an export that was written, or failed, and reports it. Returns false where another writer has it. */
export function endAndReport(
  db: Db,
  tenantId: number,
  { exportId, userId, level, fileName }: ExportRow,
  writer: string,
  end: ExportEnd,
): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await endExport(tx, tenantId, exportId, writer, end))) return false
    const outcome = end.state === 'ready' ? 'ready' : 'failed'
    await publish(tx, tenantId, exportFinished, { exportId, userId, level, fileName, outcome })
    return true
  })
}
