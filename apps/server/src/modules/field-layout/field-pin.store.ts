import type { LevelId } from '@steward/contracts/level'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredPin {
  pinId: number
  fieldId: number
  level: LevelId
  type: string
  position: number
}

const columns = 'pin_id "pinId", field_id "fieldId", level, type, position'

export function listPins(db: Db | Tx, tenantId: number, level: LevelId): Promise<StoredPin[]> {
  return query(
    db,
    `/*field_pin.list*/ select ${columns} from field_pin where tenant_id = $1 and level = $2 order by position, pin_id`,
    [tenantId, level],
  )
}

/** The pins of all levels, each level's in their order. */
export function listAllPins(db: Db, tenantId: number): Promise<StoredPin[]> {
  return query(
    db,
    `/*field_pin.all*/ select ${columns} from field_pin where tenant_id = $1 order by position, pin_id`,
    [tenantId],
  )
}

/** Puts a pin behind the others; undefined where the field has one already. */
export async function insertPin(
  tx: Tx,
  tenantId: number,
  pin: Pick<StoredPin, 'fieldId' | 'level' | 'type'>,
): Promise<StoredPin | undefined> {
  const rows = await query<StoredPin>(
    tx,
    `/*field_pin.insert*/
    insert into field_pin (tenant_id, field_id, level, type, position)
    select $1, $2, $3, $4,
      coalesce((select max(position) from field_pin where tenant_id = $1 and level = $3), 0) + 1
    on conflict (tenant_id, field_id) do nothing
    returning ${columns}`,
    [tenantId, pin.fieldId, pin.level, pin.type],
  )
  return rows[0]
}

/** The level that the pin was of; undefined where there is none. */
export async function deletePin(db: Db, tenantId: number, pinId: number): Promise<LevelId | undefined> {
  const rows = await query<{ level: LevelId }>(
    db,
    '/*field_pin.delete*/ delete from field_pin where tenant_id = $1 and pin_id = $2 returning level',
    [tenantId, pinId],
  )
  return rows[0]?.level
}

/** Gives the pins the positions in which their ids stand. */
export async function orderPins(tx: Tx, tenantId: number, pinIds: readonly number[]): Promise<void> {
  await query(
    tx,
    `/*field_pin.order*/ update field_pin p set position = o.position
     from unnest($2::int[]) with ordinality o(pin_id, position)
     where p.tenant_id = $1 and p.pin_id = o.pin_id`,
    [tenantId, pinIds],
  )
}
