import { levels, type LevelId } from '@steward/contracts/level'
import type { Db } from '../../platform/db/database.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { buildCatalogue, type Catalogue } from './field.catalogue.ts'
import { fieldRoutes } from './field.routes.ts'
import { createDefinitionService } from './field.service.ts'
import { listFields } from './field.store.ts'
import { createFieldIndexService } from './field-index.service.ts'
import { listKeptFields } from './field-index.store.ts'
import { addOptions } from './field-option.service.ts'
import { listOptions } from './field-option.store.ts'
import { createFieldUseRegistry } from './field-use.registry.ts'
import { createSystemFieldService } from './system-field.service.ts'
import { listSystemSettings } from './system-field.store.ts'

export type { FieldUse } from './field-use.registry.ts'
export type { Catalogue, CatalogueField } from './field.catalogue.ts'
export { customColumnSql, keptBeside, keptColumnSql, keptValuesSql } from './field.sql.ts'
export type { IndexUse } from './field-index.rules.ts'

type Catalogues = Readonly<Record<LevelId, Catalogue>>

async function loadCatalogues(tenantId: number, db: Db): Promise<Catalogues> {
  const [rows, options, settings, kept] = await Promise.all([
    listFields(db, tenantId),
    listOptions(db, tenantId),
    listSystemSettings(db, tenantId),
    listKeptFields(db, tenantId),
  ])
  return Object.fromEntries(
    levels.map(({ id }) => [id, buildCatalogue(id, rows, options, settings, kept)]),
  ) as Catalogues
}

/** Custom and system fields: what a record of each level holds. */
export function createFieldModule(platform: Platform) {
  const cache = platform.caches.create('field', loadCatalogues)
  const uses = createFieldUseRegistry()
  const indexes = createFieldIndexService(platform, (tenantId) => cache.forget(tenantId))
  const definitions = createDefinitionService(platform, { cache, uses, indexes })
  const service = {
    ...definitions,
    ...createSystemFieldService(platform, cache),
    /** The fields of a level; the same object until one changes. */
    async catalogue(tenantId: number, level: LevelId): Promise<Catalogue> {
      return (await cache.get(tenantId))[level]
    },
    /** After the commit of a transaction in which `addOptions` was called. */
    forget: (tenantId: number) => cache.forget(tenantId),
    addOptions,
    requestIndex: indexes.requestIndex,
    registerUse: uses.registerUse,
    registerRecordCount: uses.registerRecordCount,
    registerOptionUse: uses.registerOptionUse,
  }
  const module: Module = { addRoutes: (api) => fieldRoutes(api, service), tasks: indexes.tasks }
  return { module, service }
}

export type FieldService = ReturnType<typeof createFieldModule>['service']
