import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetChanges, recordModule } from '../record/index.ts'
import { currencyModule } from '../currency/index.ts'
import { lifecycleModule } from '../lifecycle/index.ts'
import { fieldModule } from '../field/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { forgetItemChanges } from './ledger.item.store.ts'
import { addLedgerRoutes } from './ledger.routes.ts'
import type { LedgerNeighbours } from './ledger.history.service.ts'
import { createLedgerService } from './ledger.service.ts'

export type { LedgerSubject, Reversal } from './ledger.item.ts'
export type { Past } from './ledger.past.read-model.ts'
export { undoWindow, type Kept, type UndoAct } from './ledger.undo.ts'
export { textOfValue, type Wording } from './ledger.wording.ts'

/** What happened to records, and taking it back. The door of the record module writes what this one reads. */
function createLedgerModule(platform: Platform, neighbours: LedgerNeighbours) {
  const service = createLedgerService(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addLedgerRoutes(api, service),
    retention: [
      {
        name: 'ledger',
        days: platform.config.keptDays.ledger,
        async forget(tenantId, before) {
          const db = platform.database.tenant(tenantId)
          return (await forgetItemChanges(db, tenantId, before)) + (await forgetChanges(db, tenantId, before))
        },
      },
    ],
  }
  return { module, service }
}

export type Ledger = ReturnType<typeof createLedgerModule>['service']

export const ledgerModule = defineModule({
  needs: {
    users: userManagementModule,
    fields: fieldModule,
    lifecycle: lifecycleModule,
    currency: currencyModule,
    records: recordModule,
  },
  create: createLedgerModule,
})
