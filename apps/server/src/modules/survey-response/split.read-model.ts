import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { recordScopeSql, responseScopeSql } from './response.policy.ts'

export interface ValueCount {
  /** null: the person is not known, or there is no value. */
  value: string | null
  score: number
  responses: number
}

/** The record of each level, from the contact or account `c` that answered. */
const links: Readonly<Record<LevelId, string>> = {
  1: 'c.organization_id',
  2: 'case when c.level = 2 then c.record_id else c.account_id end',
  3: 'case when c.level = 3 then c.record_id end',
  4: 'null',
}

/** Complete responses with a score, by a value that SQL on the record `x` gives, of the contact or above it. */
export function countByValue(
  db: Db,
  actor: Actor,
  surveyId: number,
  { level, sql }: { level: LevelId; sql: string },
): Promise<ValueCount[]> {
  return query(
    db,
    `select (${sql})::text as value, r.counted as score, count(*)::int as responses
     from survey_response r
     left join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id
     left join record_fenced x on x.tenant_id = c.tenant_id and x.record_id = ${links[level]}
     where r.tenant_id = $1 and r.survey_id = $2 and r.counted >= 0 and ${responseScopeSql(actor, 'r')}
     group by 1, 2`,
    [actor.tenantId, surveyId],
  )
}

/** The names of records that the actor sees. */
export async function readNames(
  db: Db,
  actor: Actor,
  recordIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await query<{ id: number; name: string }>(
    db,
    `select r.record_id as id, r.name from record_fenced r
     where r.tenant_id = $1 and r.record_id = any($2::bigint[]) and ${recordScopeSql(actor, 'r')}`,
    [actor.tenantId, recordIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
