import type { LevelId } from '@steward/contracts/level'
import type { PlanTemplate, SavePlanTemplate } from '@steward/contracts/success-plan/template'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { scopeSql } from './template.policy.ts'

interface Row {
  templateId: number
  level: LevelId
  name: string
  definition: Omit<SavePlanTemplate, 'level' | 'name'>
  updatedAt: Date
}

const columns = 'template_id as "templateId", level, name, definition, updated_at as "updatedAt"'

const templateOf = ({ definition, updatedAt, ...row }: Row): PlanTemplate => ({
  ...definition,
  ...row,
  updatedAt: updatedAt.toISOString(),
})

/** The templates that are in use, by name. */
export async function listTemplates(db: Db, tenantId: number): Promise<PlanTemplate[]> {
  const rows = await query<Row>(
    db,
    `/*plan_template.list*/ select ${columns} from plan_template
     where tenant_id = $1 and not archived order by lower(name), template_id`,
    [tenantId],
  )
  return rows.map(templateOf)
}

export async function findTemplate(
  db: Db | Tx,
  tenantId: number,
  templateId: number,
): Promise<PlanTemplate | undefined> {
  const [row] = await query<Row>(
    db,
    `/*plan_template.find*/ select ${columns} from plan_template
     where tenant_id = $1 and template_id = $2 and not archived`,
    [tenantId, templateId],
  )
  return row && templateOf(row)
}

/** Saves a template under its id, or as a new one; answers its id, undefined where it is gone. */
export async function putTemplate(
  tx: Tx,
  tenantId: number,
  templateId: number | null,
  { level, name, ...definition }: SavePlanTemplate,
  at: Date,
): Promise<number | undefined> {
  const values = [tenantId, level, name, JSON.stringify(definition), at]
  const [row] = await query<{ id: number }>(
    tx,
    templateId === null
      ? `insert into plan_template (tenant_id, level, name, definition, updated_at)
         values ($1, $2, $3, $4, $5) returning template_id as id`
      : `update plan_template set level = $2, name = $3, definition = $4, updated_at = $5
         where tenant_id = $1 and template_id = $6 and not archived returning template_id as id`,
    templateId === null ? values : [...values, templateId],
  )
  return row?.id
}

export async function archiveTemplate(
  tx: Tx,
  tenantId: number,
  templateId: number,
): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    tx,
    'update plan_template set archived = true where tenant_id = $1 and template_id = $2 and not archived returning name',
    [tenantId, templateId],
  )
  return row?.name
}

export interface TargetRecord {
  recordId: number
  name: string
  level: LevelId
  isArchived: boolean
  ownerId: number | null
}

/** Records that the actor sees, with their primary owners. */
export function readTargets(
  db: Db | Tx,
  actor: Actor,
  recordIds: readonly number[],
): Promise<TargetRecord[]> {
  return query<TargetRecord>(
    db,
    `select r.record_id as "recordId", r.name, r.level, r.archived as "isArchived", r.owners[1] as "ownerId"
     from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${scopeSql(actor, 'r')}
     order by r.record_id`,
    [actor.tenantId, recordIds],
  )
}
