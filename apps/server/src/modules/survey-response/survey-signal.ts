import { query, type Db } from '../../platform/db/database.ts'
import { recordScopeSql } from './response.policy.ts'
import { surveyShare, type Reading, type Signal } from '../today/index.ts'

/** For how many days a response asks for an answer. */
const days = 14
/** Signals that are read at most, the lowest scores first. */
const most = 500
const day = 86_400_000
/** Items of timelines by which someone got in touch: activities and email. */
const contactKinds = '(2, 5)'

interface Unhappy {
  responseId: number
  recordId: number
  name: string
  survey: string
  score: number
  /** Days since it was answered. */
  age: number
}

/**
 * Low scores of contacts of the user's accounts and organizations that no one has followed up: NPS to 6, CSAT to 2, CES to
 * 3.
 */
function readUnhappy(db: Db, { actor, userId, now }: Reading): Promise<Unhappy[]> {
  const since = new Date(now.getTime() - days * day)
  return query(
    db,
    `/*user:survey_response.today*/ select r.response_id as "responseId", r.record_id as "recordId", c.name,
       s.name as survey, r.score, extract(day from $2::timestamptz - r.answered_at)::int as age
     from survey_response r
     join survey s on s.tenant_id = r.tenant_id and s.survey_id = r.survey_id and s.deleted_at is null
     join record_fenced c on c.tenant_id = r.tenant_id and c.record_id = r.record_id and not c.archived
     where r.tenant_id = $1 and r.answered_at >= $3 and r.is_complete and ${recordScopeSql(actor, 'c', 3)}
       and r.score <= case s.type when 1 then 6 when 2 then 2 else 3 end
       and exists (select from record_fenced p where p.tenant_id = c.tenant_id
         and p.record_id in (c.account_id, c.organization_id) and p.owners @> '{${userId}}'::int[]
         and not p.archived and not p.churned)
       and not exists (select from timeline_place t where t.tenant_id = r.tenant_id
         and t.record_id in (r.record_id, c.account_id) and t.kind in ${contactKinds} and t.occurred_at > r.answered_at)
     order by r.score, r.answered_at desc, r.response_id limit ${most}`,
    [actor.tenantId, now, since],
  )
}

const agoOf = (age: number): string => (age <= 0 ? 'today' : age === 1 ? 'yesterday' : `${age} days ago`)

/** Unhappy answers that deserve a user's attention, the unhappiest first. */
export async function findSurveySignals(db: Db, reading: Reading): Promise<Signal[]> {
  const found = await readUnhappy(db, reading)
  return found.map(({ responseId, recordId, name, survey, score, age }) => ({
    source: 'survey',
    subject: { kind: 'record', id: recordId, level: 3, recordId },
    text: `${name} gave “${survey}” a ${score} ${agoOf(age)}`,
    share: surveyShare(score),
    state: `${responseId} ${score}`,
    nextStep: 'contact',
  }))
}
