import type { LevelId } from '@steward/contracts/level'
import type { PlaybookChange } from '@steward/contracts/playbook/template'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { ChangeDetails, Definition } from './template.rules.ts'

export interface StoredTemplate {
  templateId: number
  name: string
  level: LevelId
  /** 1: active, 2: inactive, 3: archived. */
  status: number
  version: number
  createdBy: number | null
  createdAt: Date
  updatedAt: Date
  lastAppliedAt: Date | null
}

export interface TemplateAtVersion extends StoredTemplate {
  definition: Definition
  /** The ids of all steps that the template ever had, by key. */
  stepIds: Record<string, number>
}

const columns = `t.template_id "templateId", t.name, t.level, t.status, t.version, t.created_by "createdBy",
  t.created_at "createdAt", t.updated_at "updatedAt", t.last_applied_at "lastAppliedAt", v.definition,
  (select jsonb_object_agg(s.key, s.step_id) from playbook_step s
   where s.tenant_id = t.tenant_id and s.template_id = t.template_id) "stepIds"`

export interface TemplateFilter {
  level?: number | undefined
  status?: number | undefined
  name?: string | undefined
}

/** Templates by name, and how many there are in all. */
export async function listTemplates(
  db: Db,
  tenantId: number,
  { level, status, name }: TemplateFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: TemplateAtVersion[]; total: number }> {
  const where = `t.tenant_id = $1 and ($2::smallint is null or t.level = $2)
    and ($3::smallint is null or t.status = $3) and ($4::text is null or position(lower($4) in lower(t.name)) > 0)`
  const values = [tenantId, level ?? null, status ?? null, name || null]
  const rows = await query<TemplateAtVersion>(
    db,
    `/*playbook_template.list*/ select ${columns} from playbook_template t
    join playbook_version v on v.tenant_id = t.tenant_id and v.template_id = t.template_id and v.version = t.version
    where ${where} order by t.status, lower(t.name), t.template_id limit $5 offset $6`,
    [...values, limit, offset],
  )
  const [counted] = await query<{ total: number }>(
    db,
    `/*playbook_template.count*/ select count(*) as total from playbook_template t where ${where}`,
    values,
  )
  return { rows, total: counted?.total ?? 0 }
}

/** What the latest versions of all templates but archived ones say. */
export function listDefinitions(
  db: Db,
  tenantId: number,
): Promise<Pick<TemplateAtVersion, 'name' | 'level' | 'definition'>[]> {
  return query(
    db,
    `/*playbook_template.definitions*/ select t.name, t.level, v.definition from playbook_template t
    join playbook_version v on v.tenant_id = t.tenant_id and v.template_id = t.template_id and v.version = t.version
    where t.tenant_id = $1 and t.status <> 3 order by lower(t.name), t.template_id`,
    [tenantId],
  )
}

/** A template at a version, the latest one unless told; undefined where there is none. */
export async function findTemplate(
  db: Db | Tx,
  tenantId: number,
  templateId: number,
  version?: number,
): Promise<TemplateAtVersion | undefined> {
  const rows = await query<TemplateAtVersion>(
    db,
    `/*playbook_template.find*/ select ${columns} from playbook_template t
    join playbook_version v on v.tenant_id = t.tenant_id and v.template_id = t.template_id
      and v.version = coalesce($3::int, t.version)
    where t.tenant_id = $1 and t.template_id = $2`,
    [tenantId, templateId, version ?? null],
  )
  return rows[0]
}

/** Locks a template until the transaction ends, and gives its state; undefined where there is none. */
export async function lockTemplate(
  tx: Tx,
  tenantId: number,
  templateId: number,
): Promise<Pick<StoredTemplate, 'status' | 'version' | 'name'> | undefined> {
  const rows = await query<Pick<StoredTemplate, 'status' | 'version' | 'name'>>(
    tx,
    `/*playbook_template.lock*/ select status, version, name from playbook_template
    where tenant_id = $1 and template_id = $2 for update`,
    [tenantId, templateId],
  )
  return rows[0]
}

/** Returns the new template's id. */
export async function insertTemplate(
  tx: Tx,
  tenantId: number,
  { name, level }: Definition,
  by: number | null,
  at: Date,
): Promise<number> {
  const rows = await query<{ templateId: number }>(
    tx,
    `/*playbook_template.insert*/
    insert into playbook_template (tenant_id, name, level, status, version, created_by, created_at, updated_at)
    values ($1, $2, $3, 2, 1, $4, $5, $5) returning template_id "templateId"`,
    [tenantId, name, level, by, at],
  )
  return rows[0]?.templateId as number
}

export async function updateTemplate(
  tx: Tx,
  tenantId: number,
  templateId: number,
  { name, version, status }: Pick<StoredTemplate, 'name' | 'version' | 'status'>,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*playbook_template.update*/
    update playbook_template set name = $3, version = $4, status = $5, updated_at = $6
    where tenant_id = $1 and template_id = $2`,
    [tenantId, templateId, name, version, status, at],
  )
}

export async function insertVersion(
  tx: Tx,
  tenantId: number,
  templateId: number,
  version: number,
  definition: Definition,
): Promise<void> {
  await query(
    tx,
    `/*playbook_template.version*/
    insert into playbook_version (tenant_id, template_id, version, definition) values ($1, $2, $3, $4)`,
    [tenantId, templateId, version, JSON.stringify(definition)],
  )
}

/** Gives ids to the keys that have none yet; answers those of all. */
export async function putSteps(
  tx: Tx,
  tenantId: number,
  templateId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  await query(
    tx,
    `/*playbook_template.put_steps*/
    insert into playbook_step (tenant_id, template_id, key) select $1, $2, k from unnest($3::text[]) k
    on conflict (tenant_id, template_id, key) do nothing`,
    [tenantId, templateId, keys],
  )
  const rows = await query<{ key: string; stepId: number }>(
    tx,
    `/*playbook_template.steps*/
    select key, step_id "stepId" from playbook_step where tenant_id = $1 and template_id = $2`,
    [tenantId, templateId],
  )
  return new Map(rows.map(({ key, stepId }) => [key, stepId]))
}

export interface NewChange {
  at: Date
  userId: number | null
  action: PlaybookChange['action']
  version: number
  details: ChangeDetails
}

export async function insertChange(
  tx: Tx,
  tenantId: number,
  templateId: number,
  { at, userId, action, version, details }: NewChange,
): Promise<void> {
  await query(
    tx,
    `/*playbook_template.change*/
    insert into playbook_change (tenant_id, template_id, at, user_id, action, version, details)
    values ($1, $2, $3, $4, $5, $6, $7)`,
    [tenantId, templateId, at, userId, action, version, JSON.stringify(details)],
  )
}

export type StoredChange = NewChange & { changeId: number }

/** What happened to a template, newest first. */
export function listChanges(db: Db, tenantId: number, templateId: number): Promise<StoredChange[]> {
  return query<StoredChange>(
    db,
    `/*playbook_template.changes*/
    select change_id "changeId", at, user_id "userId", action, version, details from playbook_change
    where tenant_id = $1 and template_id = $2 order by change_id desc limit 500`,
    [tenantId, templateId],
  )
}

/** The template that a step belongs to; undefined where there is no such step. */
export async function findStepTemplate(
  db: Db,
  tenantId: number,
  stepId: number,
): Promise<number | undefined> {
  const rows = await query<{ templateId: number }>(
    db,
    `/*playbook_template.of_step*/
    select template_id "templateId" from playbook_step where tenant_id = $1 and step_id = $2`,
    [tenantId, stepId],
  )
  return rows[0]?.templateId
}

/** Notes that a template is being applied, and locks it until the transaction ends. Answers its status. */
export async function noteApplied(
  tx: Tx,
  tenantId: number,
  templateId: number,
  at: Date,
): Promise<number | undefined> {
  const rows = await query<{ status: number }>(
    tx,
    `/*playbook_template.applied*/
    update playbook_template set last_applied_at = $3 where tenant_id = $1 and template_id = $2 returning status`,
    [tenantId, templateId, at],
  )
  return rows[0]?.status
}
