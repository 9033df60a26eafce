import type { LevelId } from '@steward/contracts/level'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { Platform } from '../../platform/platform.ts'
import { readAllSections } from './field-layout.store.ts'
import { listAllPins, type StoredPin } from './field-pin.store.ts'

type Sections = Awaited<ReturnType<typeof readAllSections>>[number]['sections']

/** What every page of a record asks for: the pins and sections of all levels. */
export interface KnownLayout {
  pins(level: LevelId): readonly StoredPin[]
  sections(level: LevelId): Sections
}

export type LayoutCache = TenantCache<KnownLayout>

export function createLayoutCache(platform: Platform): LayoutCache {
  return platform.caches.create('field-layout', async (tenantId, db) => {
    const pins = Map.groupBy(await listAllPins(db, tenantId), ({ level }) => level)
    const arranged = await readAllSections(db, tenantId)
    const sections = new Map(arranged.map((one) => [one.level, one.sections]))
    return { pins: (level) => pins.get(level) ?? [], sections: (level) => sections.get(level) ?? [] }
  })
}
