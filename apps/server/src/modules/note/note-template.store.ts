import type { CreateNoteTemplate, NoteTemplate } from '@steward/contracts/note'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** The class of the advisory locks under which a tenant adds templates. */
const lockClass = 7382

const columns = `template_id "templateId", name, title, body`

/** By name. */
export function listTemplates(db: Db | Tx, tenantId: number): Promise<NoteTemplate[]> {
  return query(
    db,
    `/*note_template.list*/ select ${columns} from note_template where tenant_id = $1 order by lower(name)`,
    [tenantId],
  )
}

/** Counts the templates; no one else adds one until the transaction ends. */
export async function countTemplates(tx: Tx, tenantId: number): Promise<number> {
  await query(tx, '/*note_template.lock_all*/ select pg_advisory_xact_lock($1, $2)', [lockClass, tenantId])
  const rows = await query<{ n: number }>(
    tx,
    '/*note_template.count*/ select count(*)::int n from note_template where tenant_id = $1',
    [tenantId],
  )
  return rows[0]?.n ?? 0
}

/** Reads a template and keeps it as it is until the transaction ends. */
export async function lockTemplate(
  tx: Tx,
  tenantId: number,
  templateId: number,
): Promise<NoteTemplate | undefined> {
  const rows = await query<NoteTemplate>(
    tx,
    `/*note_template.lock*/
    select ${columns} from note_template where tenant_id = $1 and template_id = $2 for update`,
    [tenantId, templateId],
  )
  return rows[0]
}

/** Returns the ids of the new templates. */
export async function insertTemplates(
  tx: Tx,
  tenantId: number,
  templates: readonly CreateNoteTemplate[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    tx,
    `/*note_template.insert*/
    insert into note_template (tenant_id, name, title, body)
    select $1, x.* from jsonb_to_recordset($2::jsonb) as x(name text, title text, body text)
    returning template_id id`,
    [tenantId, JSON.stringify(templates)],
  )
  return rows.map(({ id }) => id)
}

export async function updateTemplate(tx: Tx, tenantId: number, template: NoteTemplate): Promise<void> {
  const { templateId, name, title, body } = template
  await query(
    tx,
    `/*note_template.update*/
    update note_template set name = $3, title = $4, body = $5 where tenant_id = $1 and template_id = $2`,
    [tenantId, templateId, name, title, body],
  )
}

export async function deleteTemplate(tx: Tx, tenantId: number, templateId: number): Promise<void> {
  await query(
    tx,
    '/*note_template.delete*/ delete from note_template where tenant_id = $1 and template_id = $2',
    [tenantId, templateId],
  )
}
