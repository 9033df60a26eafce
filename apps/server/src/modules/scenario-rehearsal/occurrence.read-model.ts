import { instanceStatusId } from '@steward/contracts/plain/playbook'
import type { ScenarioEvent } from '@steward/contracts/plain/scenario'
import type { EventSettings } from '@steward/contracts/scenario/settings'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** Something that happened to a record, besides changes of its values. */
export interface Occurrence {
  recordId: number
  at: Date
}

const completions = `select t.record_id as "recordId", t.completed_at as at from task t
  where t.tenant_id = $1 and t.record_id = any($2::bigint[]) and t.completed_at between $3 and $4`

/** Items that people logged, by their kind; mails that came from outside, on each record of their thread. */
const logged = (
  kind: number,
): string => `select i.record_id as "recordId", i.created_at as at from timeline_item i
  where i.tenant_id = $1 and i.record_id = any($2::bigint[]) and i.created_at between $3 and $4 and i.kind = ${kind}
    and i.author_id is not null`

const mails = `select r as "recordId", i.created_at as at
  from timeline_item i cross join unnest(i.linked_ids || i.record_id) r
  where i.tenant_id = $1 and r = any($2::bigint[]) and i.created_at between $3 and $4 and i.kind = 5
    and i.source <> 'app'`

const playbooks = `select i.record_id as "recordId", i.completed_at as at from playbook_instance i
  where i.tenant_id = $1 and i.record_id = any($2::bigint[]) and i.completed_at between $3 and $4
    and i.status = ${instanceStatusId('COMPLETED')} and ($5::integer is null or i.template_id = $5)`

/** Answers of contacts, on them and on what they belong to now. Imported and unfinished ones are no events. */
const answers = `select r as "recordId", s.answered_at as at from survey_response s
  join record_fenced c on c.tenant_id = s.tenant_id and c.record_id = s.record_id and c.level = 3
  cross join unnest(array[c.record_id, c.account_id, c.organization_id]) r
  where s.tenant_id = $1 and r = any($2::bigint[]) and s.answered_at between $3 and $4
    and s.is_complete and s.import_id is null and ($5::integer is null or s.survey_id = $5)
    and ($6::numeric is null or s.score >= $6) and ($7::numeric is null or s.score <= $7)`

const plans = `select p.record_id as "recordId", p.completed_at as at from success_plan p
  where p.tenant_id = $1 and p.record_id = any($2::bigint[]) and p.completed_at between $3 and $4`

const milestones = `select p.record_id as "recordId", i.completed_at as at from success_plan_item i
  join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
  where i.tenant_id = $1 and p.record_id = any($2::bigint[]) and i.completed_at between $3 and $4 and i.kind = 1`

const meets = (
  value: string,
): string => `coalesce(case when i.target->>'criteria' = 'is greater than' then ${value} >= (i.target->>'target')::numeric
  else ${value} <= (i.target->>'target')::numeric end, false)`

const targets = `select p.record_id as "recordId", v.at from (
    select v.*, lag(v.value) over (partition by v.item_id order by v.at) as before from success_plan_kpi_value v
    where v.tenant_id = $1) v
  join success_plan_item i on i.tenant_id = v.tenant_id and i.item_id = v.item_id
  join success_plan p on p.tenant_id = i.tenant_id and p.plan_id = i.plan_id
  where p.record_id = any($2::bigint[]) and v.at between $3 and $4 and ${meets('v.value')} and not ${meets('v.before')}`

/** The parameters of a statement after the records and the time. */
function detailsOf(settings: EventSettings): unknown[] {
  if (settings.type === 'playbook_completed') return [settings.templateId]
  if (settings.type === 'survey_answered') return [settings.surveyId, settings.scoreFrom, settings.scoreTo]
  return []
}

const statements: Partial<Record<ScenarioEvent, string>> = {
  task_completed: completions,
  playbook_completed: playbooks,
  survey_answered: answers,
  note_added: logged(1),
  activity_logged: logged(2),
  pulse_logged: logged(3),
  email_received: mails,
  plan_completed: plans,
  milestone_completed: milestones,
  kpi_target_met: targets,
}

/** Whether events of a type are no changes of values, and are read where they are kept. */
export const isOccurrence = (type: ScenarioEvent): boolean => type in statements

/** What happened to records in a time, in its order. */
export async function listOccurrences(
  db: Db | Tx,
  tenantId: number,
  settings: EventSettings,
  recordIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<Occurrence[]> {
  const { type } = settings
  const statement = statements[type]
  if (statement === undefined) return []
  const values = [tenantId, recordIds, from, until, ...detailsOf(settings)]
  return query<Occurrence>(db, `/*scenario_rehearsal.${type}*/ ${statement} order by at`, values)
}
