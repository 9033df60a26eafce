import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { OptionRow } from './field.catalogue.ts'
import type { KeptOption, NewOption } from './field-option.rules.ts'

/** The options of one field, or of all fields, in their order. */
export function listOptions(db: Db | Tx, tenantId: number, fieldId?: number): Promise<OptionRow[]> {
  return query<OptionRow>(
    db,
    `/*field_option.list*/ select option_id, field_id, value, color, retired from picklist_option
     where tenant_id = $1 and ($2::int is null or field_id = $2) order by field_id, position, option_id`,
    [tenantId, fieldId ?? null],
  )
}

export async function insertOptions(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  options: readonly NewOption[],
): Promise<void> {
  if (options.length === 0) return
  await query(
    tx,
    `/*field_option.insert*/ insert into picklist_option (tenant_id, field_id, value, color, retired, position)
     select $1, $2, n.value, n.color, n.retired, n.position
     from unnest($3::text[], $4::text[], $5::boolean[], $6::int[]) n(value, color, retired, position)`,
    [
      tenantId,
      fieldId,
      options.map((option) => option.value),
      options.map((option) => option.color),
      options.map((option) => option.retired),
      options.map((option) => option.position),
    ],
  )
}

/** Changes options. Two of them may exchange their texts. */
export async function updateOptions(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  options: readonly KeptOption[],
): Promise<void> {
  if (options.length === 0) return
  const ids = options.map((option) => option.option_id)
  // Texts are unique at every moment, so they first step aside.
  await query(
    tx,
    `/*field_option.step_aside*/ update picklist_option set value = chr(1) || option_id
     where tenant_id = $1 and field_id = $2 and option_id = any($3::int[])`,
    [tenantId, fieldId, ids],
  )
  await query(
    tx,
    `/*field_option.update*/ update picklist_option o
     set value = n.value, color = n.color, retired = n.retired, position = n.position
     from unnest($3::int[], $4::text[], $5::text[], $6::boolean[], $7::int[])
       n(option_id, value, color, retired, position)
     where o.tenant_id = $1 and o.field_id = $2 and o.option_id = n.option_id`,
    [
      tenantId,
      fieldId,
      ids,
      options.map((option) => option.value),
      options.map((option) => option.color),
      options.map((option) => option.retired),
      options.map((option) => option.position),
    ],
  )
}

export async function deleteOptions(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  optionIds: readonly number[],
): Promise<void> {
  if (optionIds.length === 0) return
  await query(
    tx,
    `/*field_option.delete*/ delete from picklist_option
     where tenant_id = $1 and field_id = $2 and option_id = any($3::int[])`,
    [tenantId, fieldId, optionIds],
  )
}

/**
 * Adds the texts that are not options yet; says how many it added. Where another transaction has just
 * added one it waits for that one's end. All insert in the same order, so that none waits in a circle.
 */
export async function insertMissingOptions(
  tx: Tx,
  tenantId: number,
  fieldId: number,
  values: readonly string[],
): Promise<number> {
  const added = await query<{ option_id: number }>(
    tx,
    `/*field_option.insert_missing*/
     insert into picklist_option (tenant_id, field_id, value, position)
     select $1, $2, v.value, v.ordinality + (
       select coalesce(max(position), 0) from picklist_option where tenant_id = $1 and field_id = $2)
     from unnest($3::text[]) with ordinality v(value, ordinality)
     order by lower(v.value collate "pg_c_utf8") collate "C"
     on conflict (tenant_id, field_id, lower(value collate "pg_c_utf8")) do nothing
     returning option_id`,
    [tenantId, fieldId, values],
  )
  return added.length
}
