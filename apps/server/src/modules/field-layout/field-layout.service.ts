import type {
  ChangeFieldMappings,
  FieldMapping,
  FieldSection,
  PutFieldSections,
} from '@steward/contracts/field-layout'
import type { FieldEvent } from '@steward/contracts/event/field.event'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Event } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField, FieldService, FieldUse } from '../field/index.ts'
import {
  findPlaces,
  forgetField,
  listMappings,
  lockLayout,
  putMapping,
  putSections,
  readSections,
} from './field-layout.store.ts'
import type { LayoutCache } from './field-layout.cache.ts'
import { planMappings } from './field-mapping.rules.ts'
import { planSections, sectionsOf } from './field-section.rules.ts'

function refuseFaults(reason: string, faults: Record<string, string>): void {
  if (Object.keys(faults).length > 0) throw invalid(reason, faults)
}

/** What the outside calls fields, and the sections in which people see them. */
export function createFieldLayoutService(platform: Platform, fields: FieldService, cache: LayoutCache) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function mappings(tenantId: number, level: LevelId): Promise<Record<string, FieldMapping>> {
    const [stored, catalogue] = await Promise.all([
      listMappings(dbOf(tenantId), tenantId, level),
      fields.catalogue(tenantId, level),
    ])
    const byKey = new Map(stored.map(({ key, ...mapping }) => [key, mapping]))
    return Object.fromEntries(
      catalogue.fields.flatMap(({ key, name }) => {
        const mapping = byKey.get(key)
        return mapping ? [[name, mapping]] : []
      }),
    )
  }

  return {
    /** The mapped fields of a level, by API name, in the order of the fields. */
    mappings: ({ tenantId }: Actor, level: LevelId) => mappings(tenantId, level),

    /** What files call the fields of a level, by API name. */
    async externalNames(tenantId: number, level: LevelId): Promise<ReadonlyMap<string, readonly string[]>> {
      const mapped = Object.entries(await mappings(tenantId, level))
      return new Map(mapped.map(([name, { externalNames }]) => [name, externalNames]))
    },

    /** Error: invalid_input `field_mapping.invalid`, such as a name that means another field. */
    async changeMappings(
      { tenantId }: Actor,
      level: LevelId,
      { data }: ChangeFieldMappings,
    ): Promise<Record<string, FieldMapping>> {
      const catalogue = await fields.catalogue(tenantId, level)
      await transact(dbOf(tenantId), async (tx) => {
        await lockLayout(tx, tenantId, level)
        const { changed, faults } = planMappings(data, await listMappings(tx, tenantId, level), catalogue)
        refuseFaults('field_mapping.invalid', faults)
        for (const mapping of changed) await putMapping(tx, tenantId, level, mapping)
      })
      return mappings(tenantId, level)
    },

    async sections({ tenantId }: Actor, level: LevelId): Promise<FieldSection[]> {
      const layout = await cache.get(tenantId)
      return sectionsOf(layout.sections(level), await fields.catalogue(tenantId, level))
    },

    /** Error: invalid_input `field_section.invalid`. */
    async putSections({ tenantId }: Actor, level: LevelId, input: PutFieldSections): Promise<FieldSection[]> {
      const catalogue = await fields.catalogue(tenantId, level)
      const written = await transact(dbOf(tenantId), async (tx) => {
        await lockLayout(tx, tenantId, level)
        const plan = planSections(input, await readSections(tx, tenantId, level), catalogue)
        refuseFaults('field_section.invalid', plan.faults)
        await putSections(tx, tenantId, level, plan)
        return plan.sections
      })
      await cache.forget(tenantId)
      return sectionsOf(written, catalogue)
    },

    /** The pin, the mapping and the section of a custom field. */
    async findUses(tenantId: number, { fieldId }: CatalogueField): Promise<FieldUse[]> {
      if (fieldId === null) return []
      const { pins, externalNames, sections } = await findPlaces(dbOf(tenantId), tenantId, fieldId)
      return [
        ...(pins > 0 ? [{ kind: 'pin', name: 'Pinned fields', count: 1 }] : []),
        ...(externalNames ? [{ kind: 'mapping', name: externalNames.join(', '), count: 1 }] : []),
        ...sections.map((name) => ({ kind: 'section', name, count: 1 })),
      ]
    },

    /** After `field.deleted`. */
    async forget({ tenantId, payload }: Event<FieldEvent>): Promise<void> {
      const { fieldId, level } = payload
      await transact(dbOf(tenantId), (tx) => forgetField(tx, tenantId, level, fieldId))
      await cache.forget(tenantId)
    },
  }
}

export type FieldLayoutService = ReturnType<typeof createFieldLayoutService>
