import { levels, type LevelId } from '@steward/contracts/level'
import type { Calculation } from '@steward/contracts/calculation'
import type { DataType } from '@steward/contracts/data-type'
import type { PicklistOption } from '@steward/contracts/value'
import type { Db, Tx } from '../../platform/db/database.ts'
import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { currencyModule, type CurrencyService } from '../currency/index.ts'
import { buildCatalogue, type Catalogue } from './field.catalogue.ts'
import { fieldRoutes } from './field.routes.ts'
import { createDefinitionService } from './field.service.ts'
import { listFields } from './field.store.ts'
import { createFieldIndexService, indexQueue } from './field-index.service.ts'
import { listIndexedFields } from './field-index.store.ts'
import { addOptions, createFieldRemoval } from './field-option.service.ts'
import { listOptions } from './field-option.store.ts'
import { createTypeSetter } from './field-type.service.ts'
import { createCalculatorRegistry, createFieldUseRegistry } from './field.registry.ts'
import { listStarterFields, seedStarterFields } from './starter-field.ts'
import { createSystemFieldService } from './system-field.service.ts'
import { createSlotAmounts } from './slot-amount.service.ts'
import { hasStaleAmounts } from './slot-amount.store.ts'
import { listSystemSettings } from './system-field.store.ts'

export type { Brought } from './field-option.service.ts'
export type { CalculatedDraft, FieldUse, FindUses } from './field.registry.ts'
export type { Catalogue, CatalogueField } from './field.catalogue.ts'
export { baseAmountSql, customColumnSql } from './field.sql.ts'
export { insertArraysSql, slotArrays } from './slot-array.sql.ts'
export { indexMarkSql, slotColumnSql, type SlotField, type Slots } from './slot.rules.ts'
export {
  deleteSlotsSql,
  insertSlotsSql,
  noteChangesSql,
  updateSlotsSql,
  valueChangesSql,
  wholeRecords,
  withCustom,
} from './slot.sql.ts'
export { fillSlots, readSlots } from './slot.store.ts'
export type { IndexUse } from './field-index.rules.ts'
export { typedAfter, typedBefore, withDataType } from './field-type.service.ts'

/** A calculated field as it is defined. */
export interface CalculatedFieldRow {
  fieldId: number
  level: LevelId
  name: string
  displayName: string
  dataType: DataType
  calculation: Calculation
}

type Catalogues = Readonly<Record<LevelId, Catalogue>>

/** Reads the options of a built-in field. */
export type ReadOptions = (db: Db, tenantId: number) => Promise<PicklistOption[]>

type OptionSources = ReadonlyMap<string, ReadOptions>

async function loadCatalogues(tenantId: number, db: Db, sources: OptionSources): Promise<Catalogues> {
  const [builtInOptions, rows, options, settings, indexed, staleAmounts] = await Promise.all([
    Promise.all([...sources].map(async ([name, read]) => [name, await read(db, tenantId)] as const)),
    listFields(db, tenantId),
    listOptions(db, tenantId),
    listSystemSettings(db, tenantId),
    listIndexedFields(db, tenantId),
    hasStaleAmounts(db, tenantId),
  ])
  return Object.fromEntries(
    levels.map(({ id }) => [
      id,
      buildCatalogue(id, rows, options, settings, { indexed, staleAmounts }, new Map(builtInOptions)),
    ]),
  ) as Catalogues
}

/** Custom and system fields: what a record of each level holds. */
function createFieldModule(platform: Platform, { currency }: { currency: CurrencyService }) {
  const optionSources = new Map<string, ReadOptions>()
  const cache = platform.caches.create('field', (tenantId, db) => loadCatalogues(tenantId, db, optionSources))
  const uses = createFieldUseRegistry()
  const forget = (tenantId: number) => cache.forget(tenantId)
  const amountTasks = createSlotAmounts(platform, currency, { queue: indexQueue, forget })
  const indexes = createFieldIndexService(platform, forget)
  const calculators = createCalculatorRegistry()
  const definitions = createDefinitionService(platform, { cache, uses, indexes, calculators })
  const service = {
    ...definitions,
    ...createSystemFieldService(platform, cache),
    /** The fields of a level; the same object until one changes. */
    async catalogue(tenantId: number, level: LevelId): Promise<Catalogue> {
      return (await cache.get(tenantId))[level]
    },
    /** After the commit of a transaction in which `addOptions` or `removeUnused` was called. */
    forget,
    addOptions,
    removeUnused: createFieldRemoval(uses, indexes, () => platform.clock.now()),
    setType: createTypeSetter(indexes, () => platform.clock.now()),
    /** Drops the indexes of a field whose values are about to be of another type. */
    dropIndexes: indexes.dropNow,
    listStarterFields,
    /** The options of a built-in field, by its API name, from the module that keeps them; it calls `forget`. */
    registerOptions: (name: string, read: ReadOptions) => void optionSources.set(name, read),
    requestIndex: indexes.requestIndex,
    registerUse: uses.registerUse,
    registerRecordCount: uses.registerRecordCount,
    registerOptionUse: uses.registerOptionUse,
    registerCalculator: calculators.register,
    /** The calculated fields of all levels, as the transaction sees them. */
    async listCalculated(db: Db | Tx, tenantId: number): Promise<CalculatedFieldRow[]> {
      const rows = await listFields(db, tenantId)
      return rows.flatMap(({ field_id, level, name, display_name, data_type, calculation }) =>
        calculation === null
          ? []
          : [
              {
                fieldId: field_id,
                level: level as LevelId,
                name,
                displayName: display_name,
                dataType: data_type as DataType,
                calculation,
              },
            ],
      )
    },
  }
  const module: Module = {
    addRoutes: (api) => fieldRoutes(api, service),
    tasks: { ...indexes.tasks, ...amountTasks },
    due: indexes.due,
    async seedTenant(tx, tenantId) {
      if (platform.config.starterFields) await seedStarterFields(tx, tenantId, platform.clock.now())
    },
  }
  return { module, service }
}

export type FieldService = ReturnType<typeof createFieldModule>['service']

export const fieldModule = defineModule({ needs: { currency: currencyModule }, create: createFieldModule })
