import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { StoredMapping } from './field-mapping.rules.ts'
import type { StoredSection } from './field-section.rules.ts'

/** The class of the advisory locks under which the layout of one level is changed. */
const lockClass = 7373

/** Lets one writer at a time change the layout of a level, until the transaction ends. */
export async function lockLayout(tx: Tx, tenantId: number, level: LevelId): Promise<void> {
  await query(tx, '/*field_layout.lock*/ select pg_advisory_xact_lock($1, $2)', [
    lockClass,
    tenantId * 4 + level - 1,
  ])
}

export function listMappings(db: Db | Tx, tenantId: number, level: LevelId): Promise<StoredMapping[]> {
  return query(
    db,
    `/*field_mapping.list*/ select field_key "key", external_names "externalNames", direction
    from field_mapping where tenant_id = $1 and level = $2`,
    [tenantId, level],
  )
}

/** Writes a mapping; one without names goes. */
export async function putMapping(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  { key, externalNames, direction }: StoredMapping,
): Promise<void> {
  if (externalNames.length === 0) {
    await query(
      tx,
      '/*field_mapping.delete*/ delete from field_mapping where tenant_id = $1 and level = $2 and field_key = $3',
      [tenantId, level, key],
    )
    return
  }
  await query(
    tx,
    `/*field_mapping.put*/
    insert into field_mapping (tenant_id, level, field_key, external_names, direction) values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, level, field_key)
      do update set external_names = excluded.external_names, direction = excluded.direction`,
    [tenantId, level, key, externalNames, direction],
  )
}

export interface StoredLayout {
  sections: readonly StoredSection[]
  nextId: number
}

/** The sections of a level; none where it has the usual ones. */
export async function readSections(db: Db | Tx, tenantId: number, level: LevelId): Promise<StoredLayout> {
  const rows = await query<StoredLayout>(
    db,
    `/*field_section.read*/ select sections, next_id "nextId"
    from field_section_layout where tenant_id = $1 and level = $2`,
    [tenantId, level],
  )
  return rows[0] ?? { sections: [], nextId: 1 }
}

/** The sections of all levels that someone arranged. */
export function readAllSections(
  db: Db,
  tenantId: number,
): Promise<(Pick<StoredLayout, 'sections'> & { level: LevelId })[]> {
  return query(
    db,
    '/*field_section.all*/ select level, sections from field_section_layout where tenant_id = $1',
    [tenantId],
  )
}

export async function putSections(
  tx: Tx,
  tenantId: number,
  level: LevelId,
  { sections, nextId }: StoredLayout,
): Promise<void> {
  await query(
    tx,
    `/*field_section.put*/
    insert into field_section_layout (tenant_id, level, sections, next_id) values ($1, $2, $3, $4)
    on conflict (tenant_id, level) do update set sections = excluded.sections, next_id = excluded.next_id`,
    [tenantId, level, JSON.stringify(sections), nextId],
  )
}

/** Where a custom field has a place: whether it is pinned, its outside names, its sections. */
export interface Places {
  pins: number
  externalNames: readonly string[] | null
  sections: readonly string[]
}

export async function findPlaces(db: Db, tenantId: number, fieldId: number): Promise<Places> {
  const rows = await query<Places>(
    db,
    `/*field_layout.places*/ select
      (select count(*)::int from field_pin where tenant_id = $1 and field_id = $2) pins,
      (select external_names from field_mapping where tenant_id = $1 and field_key = $2::text limit 1) "externalNames",
      array(select section->>'name' from field_section_layout l, jsonb_array_elements(l.sections) section
        where l.tenant_id = $1 and section->'keys' ? $2::text) sections`,
    [tenantId, fieldId],
  )
  return rows[0] as Places
}

/** Takes a deleted field out of everything; doing it again does nothing. */
export async function forgetField(tx: Tx, tenantId: number, level: LevelId, fieldId: number): Promise<void> {
  await lockLayout(tx, tenantId, level)
  const values = [tenantId, fieldId]
  await query(
    tx,
    '/*field_layout.forget_pin*/ delete from field_pin where tenant_id = $1 and field_id = $2',
    values,
  )
  await query(
    tx,
    '/*field_layout.forget_mapping*/ delete from field_mapping where tenant_id = $1 and field_key = $2::text',
    values,
  )
  const { sections, nextId } = await readSections(tx, tenantId, level)
  const key = String(fieldId)
  if (!sections.some(({ keys }) => keys.includes(key))) return
  const kept = sections.map((section) => ({ ...section, keys: section.keys.filter((one) => one !== key) }))
  await putSections(tx, tenantId, level, { sections: kept, nextId })
}
