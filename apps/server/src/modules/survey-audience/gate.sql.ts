import type { AskGate } from '@steward/contracts/plain/survey/audience'
import type { SurveyAudience } from '@steward/contracts/survey/survey'

const day = 86_400_000

/** What decides who is asked. */
export interface Asking {
  surveyId: number
  audience: SurveyAudience
  needsAddress: boolean
  quietDays: number
  /** The condition on the contact `r` that the audience is; null for all contacts. */
  ruleSql: string | null
  /** The condition that says that they consented; null where no one asks for it. */
  consentSql: string | null
  now: Date
}

export type Param = (value: unknown) => string

/** The share of 2³² below which contacts are in the sample. */
export const sampleBound = (percent: number): number => Math.floor((2 ** 32 * percent) / 100)

/** A number from 0 to 2³² by survey and person: the same each time, and of each survey another one. */
const hashSql = (surveyId: number, person: string): string =>
  `('x' || substr(md5('${surveyId}:' || ${person}), 1, 8))::bit(32)::bigint`

/**
 * Whether someone was asked. `+ 0` keeps the planner from looking for the person among all whom the survey asked, as it
 * would where it does not know yet how many those are.
 */
function askedSince(who: string, param: Param, since: Date | null, surveyId: number | null): string {
  const conditions = [
    who,
    'a.asked_at is not null',
    ...(surveyId === null ? [] : [`a.survey_id + 0 = ${surveyId}`]),
    ...(since === null ? [] : [`a.asked_at > ${param(since)}::timestamptz`]),
  ]
  return `exists (select from survey_ask a where ${conditions.join(' and ')})`
}

/** The conditions on how often someone is asked, with their gates, in their order. */
function pastGates(asking: Asking, who: string, param: Param): [AskGate, string][] {
  const { surveyId, audience, quietDays, now } = asking
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const repeat = audience.repeatDays === null ? null : ago(audience.repeatDays)
  const isQuiet = !audience.ignoresQuietPeriod && quietDays > 0
  return [
    ['asked', askedSince(who, param, repeat, surveyId)],
    ...(isQuiet ? [['quietPeriod', askedSince(who, param, ago(quietDays), null)] as [AskGate, string]] : []),
  ]
}

const caseSql = (gates: readonly (readonly [AskGate, string])[]): string =>
  `case ${gates.map(([gate, condition]) => `when ${condition} then '${gate}'`).join('\n ')} end`

/** The first gate that keeps the contact `r` from being asked, as text; null for those who are asked. */
export function gateSql(asking: Asking, param: Param): string {
  const { surveyId, audience, needsAddress, ruleSql, consentSql } = asking
  const who = 'a.tenant_id = r.tenant_id and a.record_id = r.record_id'
  return caseSql([
    ['archived', 'r.archived'],
    ...(consentSql === null ? [] : [['consent', `(${consentSql}) is not true`] as const]),
    [
      'unsubscribed',
      'exists (select from survey_opt_out o where o.tenant_id = r.tenant_id and o.record_id = r.record_id)',
    ],
    ...(needsAddress ? [['noAddress', 'r.email is null'] as const] : []),
    ...(ruleSql === null ? [] : [['audience', `(${ruleSql}) is not true`] as const]),
    ...(audience.percent === 100
      ? []
      : [['sample', `${hashSql(surveyId, 'r.record_id')} >= ${sampleBound(audience.percent)}`] as const]),
    ...pastGates(asking, who, param),
  ])
}

/** The same of a browser of which no one knows whose it is: `$1` is the tenant. */
export function visitorGateSql(asking: Asking, visitor: string, param: Param): string {
  const { surveyId, audience, ruleSql, consentSql } = asking
  const name = param(visitor)
  return caseSql([
    ...(consentSql === null ? [] : [['consent', 'true'] as const]),
    ...(ruleSql === null ? [] : [['audience', 'true'] as const]),
    ...(audience.percent === 100
      ? []
      : [['sample', `${hashSql(surveyId, `${name}::text`)} >= ${sampleBound(audience.percent)}`] as const]),
    ...pastGates(asking, `a.tenant_id = $1 and a.visitor = ${name}`, param),
  ])
}
