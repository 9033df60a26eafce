import type { ScenarioEvent } from '@steward/contracts/plain/scenario'
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

const statements: Partial<Record<ScenarioEvent, string>> = {
  task_completed: completions,
  note_added: logged(1),
  activity_logged: logged(2),
  pulse_logged: logged(3),
  email_received: mails,
}

/** Whether events of a type are no changes of values, and are read where they are kept. */
export const isOccurrence = (type: ScenarioEvent): boolean => type in statements

/** What happened to records in a time, in its order. */
export async function listOccurrences(
  db: Db | Tx,
  tenantId: number,
  type: ScenarioEvent,
  recordIds: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<Occurrence[]> {
  const statement = statements[type]
  if (statement === undefined) return []
  const values = [tenantId, recordIds, from, until]
  return query<Occurrence>(db, `/*scenario_rehearsal.${type}*/ ${statement} order by at`, values)
}
