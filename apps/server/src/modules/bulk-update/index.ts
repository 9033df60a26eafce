import { defineModule } from '../../platform/module-definition.ts'
import { recordModule } from '../record/index.ts'
import { createBulkUpdateService } from './bulk-update.service.ts'

export type { PreparedUpdate } from './bulk-update.change.ts'
export type { BulkUpdates, UpdateResult } from './bulk-update.service.ts'
export type { UpdateKey } from './bulk-update.sql.ts'
export type { UpdateSample } from './bulk-update.store.ts'

/** One change for many records: checked, previewed, and written batch by batch. */
export const bulkUpdateModule = defineModule({
  needs: { records: recordModule },
  create: (_, { records }) => ({ module: {}, service: createBulkUpdateService(records) }),
})
