import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredUserImport {
  importId: number
  fileName: string
  sendsMail: boolean
  userIds: number[]
  existing: number
  refused: number
  kept: number
  createdBy: number
  createdAt: Date
  undoneAt: Date | null
}

const columns = `import_id as "importId", file_name as "fileName", sends_mail as "sendsMail", user_ids as "userIds",
  existing, refused, kept, created_by as "createdBy", created_at as "createdAt", undone_at as "undoneAt"`

/** The latest imports. */
export function listUserImports(db: Db, tenantId: number): Promise<StoredUserImport[]> {
  return query<StoredUserImport>(
    db,
    `/*user_import.list*/ select ${columns} from user_import
     where tenant_id = $1 order by import_id desc limit 100`,
    [tenantId],
  )
}

export async function findUserImport(
  db: Db,
  tenantId: number,
  importId: number,
): Promise<StoredUserImport | undefined> {
  const [found] = await query<StoredUserImport>(
    db,
    `/*user_import.find*/ select ${columns} from user_import where tenant_id = $1 and import_id = $2`,
    [tenantId, importId],
  )
  return found
}

export async function insertUserImport(
  db: Db,
  tenantId: number,
  one: Pick<StoredUserImport, 'fileName' | 'sendsMail' | 'existing' | 'refused' | 'createdBy' | 'createdAt'>,
): Promise<number> {
  const [inserted] = await query<{ importId: number }>(
    db,
    `/*user_import.insert*/
    insert into user_import (tenant_id, file_name, sends_mail, existing, refused, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning import_id as "importId"`,
    [tenantId, one.fileName, one.sendsMail, one.existing, one.refused, one.createdBy, one.createdAt],
  )
  return inserted?.importId as number
}

/** Notes a user that an import added, in the transaction that adds them. */
export async function noteAdded(tx: Tx, tenantId: number, importId: number, userId: number): Promise<void> {
  await query(
    tx,
    `/*user_import.note*/ update user_import set user_ids = user_ids || $3::int
     where tenant_id = $1 and import_id = $2`,
    [tenantId, importId, userId],
  )
}

export async function markUndone(
  tx: Tx,
  tenantId: number,
  importId: number,
  { kept, at }: { kept: number; at: Date },
): Promise<void> {
  await query(
    tx,
    `/*user_import.undone*/ update user_import set kept = $3, undone_at = $4
     where tenant_id = $1 and import_id = $2`,
    [tenantId, importId, kept, at],
  )
}
