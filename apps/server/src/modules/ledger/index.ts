import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetChanges } from '../record/index.ts'
import { addLedgerRoutes } from './ledger.routes.ts'
import type { LedgerNeighbours } from './ledger.history.service.ts'
import { createLedgerService } from './ledger.service.ts'

export type { Past } from './ledger.past.read-model.ts'
export { undoWindow, type UndoAct } from './ledger.undo.ts'
export { textOfValue, type Wording } from './ledger.wording.ts'

/** What happened to records, and taking it back. The door of the record module writes what this one reads. */
export function createLedgerModule(platform: Platform, neighbours: LedgerNeighbours) {
  const service = createLedgerService(platform, neighbours)
  const module: Module = {
    addRoutes: (api) => addLedgerRoutes(api, service),
    retention: [
      {
        name: 'ledger',
        days: platform.config.keptDays.ledger,
        forget: (tenantId, before) => forgetChanges(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
  }
  return { module, service }
}

export type Ledger = ReturnType<typeof createLedgerModule>['service']
