import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule } from '../audit/index.ts'
import { bulkModule } from '../bulk/index.ts'
import { currencyModule } from '../currency/index.ts'
import { fieldModule } from '../field/index.ts'
import { ledgerModule } from '../ledger/index.ts'
import { sheetModule } from '../sheet/index.ts'
import { userManagementModule } from '../user-management/index.ts'
import { addTypeChangeRoutes } from './type-change.routes.ts'
import {
  conversionTask,
  createTypeChangeService,
  takeOver,
  type TypeChangeNeighbours,
} from './type-change.service.ts'
import { createTypeChangeUndo } from './type-change.undo.ts'

interface ConversionPayload {
  tenantId: number
  typeChangeId: number
}

/** Changing the type of custom fields, with the values of all records, and taking that back. */
function createTypeChangeModule(platform: Platform, neighbours: TypeChangeNeighbours) {
  const service = createTypeChangeService(platform, neighbours)
  neighbours.ledger.registerRestore(createTypeChangeUndo(platform, neighbours, service))
  const module: Module = {
    addRoutes: (api) => addTypeChangeRoutes(api, service),
    tasks: {
      [conversionTask]: (payload, { signal, isLast }) => {
        const { tenantId, typeChangeId } = payload as ConversionPayload
        return service.run(tenantId, typeChangeId, { signal, ...(isLast !== undefined && { isLast }) })
      },
    },
    abandoned: {
      [conversionTask]: (payload) => {
        const { tenantId, typeChangeId } = payload as ConversionPayload
        return service.abandon(tenantId, typeChangeId)
      },
    },
    due: { [takeOver]: (tenantId, { key }) => service.askFor(tenantId, Number(key)) },
  }
  return { module }
}

export const typeChangeModule = defineModule({
  needs: {
    audit: auditModule,
    ledger: ledgerModule,
    users: userManagementModule,
    currency: currencyModule,
    sheets: sheetModule,
    fields: fieldModule,
    bulk: bulkModule,
  },
  create: createTypeChangeModule,
})
