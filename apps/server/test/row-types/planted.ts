import { query, type Db } from '../../src/platform/db/database.ts'

// Calls whose row types are wrong, for the test of the check that finds them. Nothing runs this file's functions but it.

const name = 'display_name'

export const missing = (db: Db) =>
  query<{ stageId: number; title: string }>(
    db,
    `/*planted.missing*/ select stage_id "stageId", ${name} from lifecycle_stage where tenant_id = 4711`,
  )

export const otherType = (db: Db) =>
  query<{ stageId: string; name: string | null }>(
    db,
    `/*planted.type*/ select stage_id "stageId", ${name} as name from lifecycle_stage where tenant_id = 4711`,
  )

export const dateOfJson = (db: Db) =>
  query<{ at: Date }>(
    db,
    `/*planted.json*/ select to_jsonb(created_at) as at from app_user where tenant_id = 4711`,
  )

export const names = (db: Db) =>
  query<{ names: number[] }>(
    db,
    `/*planted.array*/ select array_agg(name) as names from record where tenant_id = 4711`,
  )

/** Right: a type of fewer columns, an optional one, a union of numbers, and what only TypeScript knows of JSON. */
export const right = (
  db: Db,
): Promise<{ stageId: number; level: 1 | 2 | 3 | 4; color?: string; names: string[] }[]> =>
  query(
    db,
    `/*planted.right*/ select stage_id "stageId", level, position, jsonb_build_array(display_name) as names
     from lifecycle_stage where tenant_id = 4711`,
  )
