import type { LevelId } from '@steward/contracts/level'
import {
  npsGroups,
  surveyChannelId,
  type NpsGroup,
  type SurveyChannel,
} from '@steward/contracts/plain/survey'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import { isScoped, type Actor } from '../../platform/actor.ts'
import { scopeSql } from '../record/index.ts'

/** The row rule as SQL over the contact or account `r`. */
export const recordScopeSql = (actor: Actor, r: string, level?: LevelId): string => scopeSql(actor, r, level)

/**
 * The row rule as SQL over the response `r`: who does not see a contact sees no answer of theirs. Those of people who are
 * not known are everyone's.
 */
export function responseScopeSql(actor: Actor, r: string): string {
  if (!isScoped(actor)) return 'true'
  return `(${r}.record_id is null or exists (select from record_fenced x where x.tenant_id = ${r}.tenant_id
    and x.record_id = ${r}.record_id and ${scopeSql(actor, 'x')}))`
}

type Param = (value: unknown) => string

const bounds: Readonly<Record<NpsGroup, readonly [number, number]>> = {
  promoter: [9, 10],
  passive: [7, 8],
  detractor: [0, 6],
}

const ofRecord = (id: string): string => `r.record_id in (
  select x.record_id from record_fenced x where x.tenant_id = $1
    and (x.record_id = ${id} or x.account_id = ${id} or x.organization_id = ${id}))`

/** The conditions on the response `r` that filters are. */
function filterSql(filters: ResponseFilters, param: Param): string[] {
  const group = filters.group && npsGroups.includes(filters.group) ? bounds[filters.group] : undefined
  const conditions: [unknown, () => string][] = [
    [group, () => `r.score between ${group?.[0]} and ${group?.[1]}`],
    [filters.scoreFrom, () => `r.score >= ${param(filters.scoreFrom)}::float8`],
    [filters.scoreTo, () => `r.score <= ${param(filters.scoreTo)}::float8`],
    [filters.answeredFrom, () => `r.answered_at >= ${param(filters.answeredFrom)}::date at time zone 'UTC'`],
    [filters.answeredTo, () => `r.answered_at < (${param(filters.answeredTo)}::date + 1) at time zone 'UTC'`],
    [filters.channel, () => `r.channel = ${surveyChannelId(filters.channel as SurveyChannel)}`],
    [filters.version, () => `r.version = ${param(filters.version)}::bigint`],
    [filters.language, () => `r.language = ${param(filters.language)}`],
    [filters.hasComment, () => `(r.comment is not null) = ${filters.hasComment}`],
    [filters.isComplete, () => `r.is_complete = ${filters.isComplete}`],
    [filters.answered, () => `r.answers ? ${param(filters.answered)}::text`],
    [filters.recordId, () => ofRecord(`${param(filters.recordId)}::bigint`)],
  ]
  return conditions.flatMap(([asked, sql]) => (asked === undefined ? [] : [sql()]))
}

/** Conditions on the responses `r` of a survey that filters leave, of those that the actor sees, with their values. */
export function askedOf(actor: Actor, surveyId: number, filters: ResponseFilters) {
  const values: unknown[] = [actor.tenantId, surveyId]
  const param = (value: unknown): string => `$${values.push(value)}`
  const where = [
    'r.tenant_id = $1',
    'r.survey_id = $2',
    ...filterSql(filters, param),
    responseScopeSql(actor, 'r'),
  ]
  return { values, param, where }
}
