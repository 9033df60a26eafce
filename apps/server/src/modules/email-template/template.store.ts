import type { MailTemplate } from '@steward/contracts/email-template'
import { query, type Db } from '../../platform/db/database.ts'

const columns = 'template_id "templateId", name, subject, body'

export function listTemplates(db: Db, tenantId: number): Promise<MailTemplate[]> {
  return query<MailTemplate>(
    db,
    `/*email.template.list*/ select ${columns} from email_template where tenant_id = $1 order by lower(name)`,
    [tenantId],
  )
}

export interface WrittenTemplate {
  name: string
  subject: string
  body: string
}

export async function insertTemplate(
  db: Db,
  tenantId: number,
  { name, subject, body }: WrittenTemplate,
  by: number,
  at: Date,
): Promise<MailTemplate> {
  const rows = await query<MailTemplate>(
    db,
    `/*email.template.insert*/
    insert into email_template (tenant_id, name, subject, body, created_by, updated_at)
    values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
    [tenantId, name, subject, body, by, at],
  )
  return rows[0] as MailTemplate
}

export async function updateTemplate(
  db: Db,
  tenantId: number,
  templateId: number,
  { name, subject, body }: Partial<WrittenTemplate>,
  at: Date,
): Promise<MailTemplate | undefined> {
  const rows = await query<MailTemplate>(
    db,
    `/*email.template.update*/
    update email_template set name = coalesce($3, name), subject = coalesce($4, subject), body = coalesce($5, body),
      updated_at = $6
    where tenant_id = $1 and template_id = $2 returning ${columns}`,
    [tenantId, templateId, name ?? null, subject ?? null, body ?? null, at],
  )
  return rows[0]
}

/** False when there is none. */
export async function deleteTemplate(db: Db, tenantId: number, templateId: number): Promise<boolean> {
  const rows = await query(
    db,
    '/*email.template.delete*/ delete from email_template where tenant_id = $1 and template_id = $2 returning template_id',
    [tenantId, templateId],
  )
  return rows.length > 0
}
