import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { scopeSql } from '../record/index.ts'

/** A record as a playbook sees it. */
export interface TargetRow {
  id: number
  name: string
  archived: boolean
  /** Of a contact those of its account, else of its organization. */
  owners: number[]
  /** Those who see it as owners. */
  seers: number[]
  organization: string | null
  account: string | null
  /** The instance of the playbook that runs on it. */
  running: number | null
  /** Whether it was held out before; null: it was never assigned. */
  heldOut: boolean | null
  /** Whether each condition holds, in the order in which they were asked. */
  conditions: boolean[]
  /** The days in the date fields that were asked for. */
  days: (string | null)[]
}

type Param = (value: unknown) => string

export interface TargetQuestion {
  level: LevelId
  templateId: number
  ids: readonly number[]
  /** Conditions on the record `r`. */
  conditions: readonly ((param: Param) => string)[]
  /** Columns of date fields of the record `r`. */
  days: readonly string[]
}

/** The records that are there and that the actor sees, in the order of their ids. */
export function readTargets(db: Db | Tx, actor: Actor, question: TargetQuestion): Promise<TargetRow[]> {
  const { level, templateId, ids, conditions, days } = question
  const values: unknown[] = [actor.tenantId, level, ids, templateId]
  const param: Param = (value) => `$${values.push(value)}`
  const holds = conditions.map((condition) => `coalesce((${condition(param)}), false)`)
  const owners = level === 3 ? `coalesce(a.owners, o.owners, '{}')` : `coalesce(r.owners, '{}')`
  const seers = level === 3 ? `coalesce(a.owners, '{}') || coalesce(o.owners, '{}')` : owners
  return query<TargetRow>(
    db,
    `select r.record_id as id, r.name, r.archived, ${owners} as owners, ${seers} as seers,
       o.name as organization, a.name as account,
       (select i.instance_id from playbook_instance i where i.tenant_id = $1 and i.template_id = $4
          and i.record_id = r.record_id and i.status < 4) as running,
       (select x.held_out from playbook_assignment x where x.tenant_id = $1 and x.template_id = $4
          and x.record_id = r.record_id) as "heldOut",
       array[${holds.join(', ')}]::boolean[] as conditions,
       array[${days.map((sql) => `(${sql})::date::text`).join(', ')}]::text[] as days
     from record_fenced r
     left join record_fenced o on o.tenant_id = $1 and o.record_id = r.organization_id
     left join record_fenced a on a.tenant_id = $1 and a.record_id = r.account_id
     where r.tenant_id = $1 and r.level = $2 and r.record_id = any($3::bigint[]) and ${scopeSql(actor, 'r', level)}
     order by r.record_id`,
    values,
  )
}

/** Open tasks of people, by user. */
export async function countOpenTasks(
  db: Db | Tx,
  tenantId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query<{ userId: number; open: number }>(
    db,
    `/*playbook.load*/ select t.assignee_id as "userId", count(*) as open from task t
     where t.tenant_id = $1 and t.assignee_id = any($2::int[]) and t.status < 4 group by t.assignee_id`,
    [tenantId, userIds],
  )
  return new Map(rows.map(({ userId, open }) => [userId, open]))
}

/** Open tasks of people by the week in which they are due, which begins on Monday. */
export function countWeeks(
  db: Db,
  tenantId: number,
  userIds: readonly number[],
  from: string,
  to: string,
): Promise<{ userId: number; week: string; open: number }[]> {
  return query<{ userId: number; week: string; open: number }>(
    db,
    `/*playbook.weeks*/ select t.assignee_id as "userId", date_trunc('week', t.due_on)::date::text as week,
       count(*) as open
     from task t
     where t.tenant_id = $1 and t.assignee_id = any($2::int[]) and t.status < 4 and t.due_on between $3 and $4
     group by 1, 2`,
    [tenantId, userIds, from, to],
  )
}

/** How often steps were given to someone before, by step. */
export async function countTurns(
  db: Db | Tx,
  tenantId: number,
  stepIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await query<{ stepId: number; turns: number }>(
    db,
    `/*playbook.turns*/ select s.step_id as "stepId", count(*) as turns from playbook_instance_step s
     where s.tenant_id = $1 and s.step_id = any($2::int[]) and s.state = 1 group by s.step_id`,
    [tenantId, stepIds],
  )
  return new Map(rows.map(({ stepId, turns }) => [stepId, turns]))
}
