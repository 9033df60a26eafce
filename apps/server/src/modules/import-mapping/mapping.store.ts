import type { MappingChoices } from '@steward/contracts/sheet'
import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredMapping {
  mappingId: number
  level: LevelId
  name: string
  choices: MappingChoices
  createdBy: number
  updatedAt: Date
}

const columns = `mapping_id "mappingId", level, name, choices, created_by "createdBy", updated_at "updatedAt"`

/** The mappings of a level, by name. */
export function listMappings(db: Db, tenantId: number, level: LevelId): Promise<StoredMapping[]> {
  return query<StoredMapping>(
    db,
    `/*import_mapping.list*/ select ${columns} from import_mapping
     where tenant_id = $1 and level = $2 order by lower(name), mapping_id`,
    [tenantId, level],
  )
}

export async function findMapping(
  db: Db | Tx,
  tenantId: number,
  mappingId: number,
): Promise<StoredMapping | undefined> {
  const rows = await query<StoredMapping>(
    db,
    `/*import_mapping.find*/ select ${columns} from import_mapping where tenant_id = $1 and mapping_id = $2`,
    [tenantId, mappingId],
  )
  return rows[0]
}

export async function insertMapping(
  tx: Tx,
  tenantId: number,
  { level, name, choices, createdBy, updatedAt }: Omit<StoredMapping, 'mappingId'>,
): Promise<number> {
  const rows = await query<{ mappingId: number }>(
    tx,
    `/*import_mapping.insert*/ insert into import_mapping (tenant_id, level, name, choices, created_by, updated_at)
     values ($1, $2, $3, $4, $5, $6) returning mapping_id "mappingId"`,
    [tenantId, level, name, JSON.stringify(choices), createdBy, updatedAt],
  )
  return rows[0]?.mappingId as number
}

export async function updateMapping(
  tx: Tx,
  tenantId: number,
  { mappingId, name, choices, updatedAt }: StoredMapping,
): Promise<void> {
  await query(
    tx,
    `/*import_mapping.update*/ update import_mapping set name = $3, choices = $4, updated_at = $5
     where tenant_id = $1 and mapping_id = $2`,
    [tenantId, mappingId, name, JSON.stringify(choices), updatedAt],
  )
}

export async function deleteMapping(tx: Tx, tenantId: number, mappingId: number): Promise<void> {
  await query(
    tx,
    '/*import_mapping.delete*/ delete from import_mapping where tenant_id = $1 and mapping_id = $2',
    [tenantId, mappingId],
  )
}
