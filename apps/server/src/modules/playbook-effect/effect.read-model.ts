import { query, type Db } from '../../platform/db/database.ts'

export interface AssignedRow {
  id: number
  name: string
  heldOut: boolean
  assignedAt: Date
  /** The present value. */
  health: number | null
  churned: boolean
  value: number | null
  /** Another playbook that ran on it within the time, or this one where it was held out. */
  disturbedBy: string | null
}

/** The records of a measured playbook with what they are today; `customKey` names the field that is measured. */
export function listAssigned(
  db: Db,
  tenantId: number,
  templateId: number,
  days: number,
  customKey: string,
): Promise<AssignedRow[]> {
  return query<AssignedRow>(
    db,
    `/*playbook_effect.assigned*/
    select r.record_id as id, r.name, a.held_out as "heldOut", a.assigned_at as "assignedAt",
      r.health::float8 as health, r.churned,
      case when jsonb_typeof(r.custom->$4) = 'number' then (r.custom->>$4)::float8 end as value,
      (select t.name from playbook_instance i
       join playbook_template t on t.tenant_id = i.tenant_id and t.template_id = i.template_id
       where i.tenant_id = a.tenant_id and i.record_id = a.record_id
         and i.created_at < a.assigned_at + $3 * interval '1 day'
         and (i.completed_at is null or i.completed_at >= a.assigned_at)
         and (i.template_id <> a.template_id or a.held_out)
       order by i.instance_id limit 1) as "disturbedBy"
    from playbook_assignment a
    join record r on r.tenant_id = a.tenant_id and r.record_id = a.record_id
    where a.tenant_id = $1 and a.template_id = $2
    order by a.record_id`,
    [tenantId, templateId, days, customKey],
  )
}
