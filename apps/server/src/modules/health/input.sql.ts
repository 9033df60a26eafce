import type { LevelId } from '@steward/contracts/level'
import type { Metric } from '../health-model/index.ts'

/** One thing that a model measures. */
export interface Measured {
  /** Its name among the inputs: see the package scores. */
  from: string
  metric: Metric
  /** Where its period begins. */
  start: Date | null
}

/** Which records: some, or all of the level in a range of ids. */
export type RecordScope = { ids: readonly number[] } | { after: number; upTo: number }

export type Param = (value: unknown) => string

/** By what organizations take the score of their accounts: the money that weighs them, if any does. */
export interface FromAccounts {
  weight: Metric | null
}

/** Between the values of one record, none of which can hold it. */
export const separator = '|'

/** An instant as JavaScript writes it. */
const isoSql = (at: string): string => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const milliseconds = (at: string): string => `(extract(epoch from ${at}) * 1000)::int8::text`

/** Value and time of each measured thing of record `r`, as texts. */
function measuredSql(measured: readonly Measured[], level: LevelId, now: Date, param: Param) {
  const joins = measured.map(
    ({ metric, start }, at) =>
      `cross join lateral (${metric.select({ level, from: start, now, param })}) m${at}`,
  )
  const cells = measured.flatMap((_, at) => [`m${at}.value::text`, milliseconds(`m${at}.at`)])
  return { joins, cells }
}

/** What the accounts of organization `r` have: only those that are there, are customers still, and have a score. */
function accountsSql({ weight }: FromAccounts, now: Date, param: Param): string {
  const weighed = weight
    ? `cross join lateral (${weight.select({ level: 2, from: null, now, param })}) w`
    : 'cross join (select null::numeric as value) w'
  return `cross join lateral (select r.tenant_id, r.record_id) o
    left join lateral (
      select json_build_object('n', count(*), 'sum', coalesce(sum((r.health * 100)::int), 0),
        'worst', coalesce(min((r.health * 100)::int), 0),
        'weights', coalesce(sum(w.value) filter (where w.value > 0), 0),
        'weighted', coalesce(sum(w.value * (r.health * 100)::int) filter (where w.value > 0), 0))::text as value
      from record r ${weighed}
      where r.tenant_id = o.tenant_id and r.organization_id = o.record_id and r.level = 2
        and not r.archived and not r.churned and r.health is not null) a on true`
}

export interface Gathering {
  level: LevelId
  /** Its beginning in UTC. Everything is measured as of this day. */
  day: Date
  measured: readonly Measured[]
  /** Only for organizations that take the score of their accounts. */
  accounts: FromAccounts | null
}

function withinSql(scope: RecordScope, param: Param): string {
  if ('ids' in scope) return `r.record_id = any(${param(scope.ids)}::bigint[])`
  return `r.record_id > ${param(scope.after)} and r.record_id <= ${param(scope.upTo)}`
}

/** What is measured of record `r`: the joins that it takes, and all values in one text. */
export interface InputsSql {
  joins: string
  text: string
}

export function inputsSql({ level, day, measured, accounts }: Gathering, param: Param): InputsSql {
  const { joins, cells } = measuredSql(measured, level, day, param)
  if (accounts) {
    joins.push(accountsSql(accounts, day, param))
    cells.push('a.value')
  }
  return {
    joins: joins.join('\n    '),
    text: `array_to_string(array[${cells.join(', ')}]::text[], '${separator}', '')`,
  }
}

/**
 * The inputs of some records, one row each in the order of ids: stage, the values in one text, and what is kept
 * of their latest score. $1 is the tenant.
 */
export function gatherSql(gathering: Gathering, scope: RecordScope, param: Param): string {
  const { joins, text } = inputsSql(gathering, param)
  return `select r.record_id as "recordId", r.stage_id as "stageId",
      ${text} as inputs,
      s.entry_id as "entryId", s.version_id as "versionId", s.stage_id as "keptStageId", s.digest,
      case when s.entry_id is null then ${isoSql('r.created_at')} end as "newSince",
      s.override_at is distinct from v.at as "isOverrideNew", r.health is not null as "isShown",
      case when v.record_id is not null then json_build_object('score', v.score, 'reason', v.reason,
        'endsOn', v.ends_on, 'by', v.by, 'at', ${isoSql('v.at')}) end as override
    from record r
    left join score_state s on s.tenant_id = r.tenant_id and s.record_id = r.record_id
    left join score_override v on v.tenant_id = r.tenant_id and v.record_id = r.record_id
      and v.ends_on >= (${param(gathering.day.toISOString())}::timestamptz at time zone 'UTC')::date
    ${joins}
    where r.tenant_id = $1 and r.level = ${gathering.level} and ${withinSql(scope, param)}
    order by r.record_id`
}
