import type { Metric, MetricContext } from '../health-model/index.ts'
import { openStatus, realisedStatus, risksKey, riskType } from './concern.rules.ts'
import { endOfDay } from './period.rules.ts'

/* What timelines report a record: what was logged with it, and with all below it. Kinds as the timeline keeps them. */

const kinds = { note: 1, activity: 2, pulse: 3, email: 5 } as const
const source = 'Timeline'
const levels = [1, 2, 3, 4] as const

const placesSql = (kind: number, until: string): string =>
  `timeline_place p where p.tenant_id = r.tenant_id and p.record_id = r.record_id and p.kind = ${kind}
    and p.occurred_at < ${until}`

const instant = (at: Date, param: MetricContext['param']): string => `${param(at.toISOString())}::timestamptz`

/**
 * Each kind is asked of its own index, so that the cost does not grow with the timeline. What comes of them is used
 * three times: `offset 0` keeps the planner from asking as often.
 */
function daysSince(asked: readonly number[]): Metric['select'] {
  return ({ now, param }) => {
    const until = instant(endOfDay(now), param)
    const latest = asked.map((kind) => `(select max(p.occurred_at) from ${placesSql(kind, until)})`)
    return `select ((${instant(now, param)} at time zone 'UTC')::date - (l.at at time zone 'UTC')::date)::numeric as value, l.at
      from (select greatest(${latest.join(', ')}) as at offset 0) l`
  }
}

/** Where nothing of the kind was ever logged there is not a value: 0 says that it was, and is not any more. */
function countOf(kind: number): Metric['select'] {
  return ({ from, now, param }) => {
    const places = placesSql(kind, instant(endOfDay(now), param))
    const since = from ? ` and p.occurred_at >= ${instant(from, param)}` : ''
    return `select case when c.n > 0 or exists (select from ${places}) then c.n end as value, c.at
      from (select count(*)::numeric as n, max(p.occurred_at) as at from ${places}${since}) c`
  }
}

/** How long the mood of an activity says something about a customer. */
const sentimentLasts = '90 days'

/** Metrics keep their numbers: the order is that of the moods. */
const sentiments = [
  { id: 1, displayName: 'Negative', retired: false },
  { id: 2, displayName: 'Neutral', retired: false },
  { id: 3, displayName: 'Positive', retired: false },
]

/** The mood of the latest activity that has one. */
const latestSentiment: Metric['select'] = ({ now, param }) => {
  const until = instant(endOfDay(now), param)
  const since = `${instant(now, param)} - interval '${sentimentLasts}'`
  return `select l.value, l.at from (select 1) one left join lateral (
      select case i.details ->> 'sentiment' when 'negative' then 1 when 'neutral' then 2 else 3 end::numeric as value,
        p.occurred_at as at
      from timeline_place p join timeline_item i on i.tenant_id = p.tenant_id and i.item_id = p.item_id
      where p.tenant_id = r.tenant_id and p.record_id = r.record_id and p.kind = ${kinds.activity}
        and p.occurred_at < ${until} and p.occurred_at >= ${since} and i.details ->> 'sentiment' is not null
      order by p.occurred_at desc, p.item_id desc limit 1
    ) l on true`
}

const counted = (key: string, displayName: string, unit: string, kind: number): Metric => ({
  key,
  displayName,
  kind: 'number',
  unit,
  periods: true,
  levels,
  source,
  timed: true,
  select: countOf(kind),
})

const timelineMetrics: readonly Metric[] = [
  {
    key: 'daysSinceContact',
    displayName: 'Days since last contact',
    kind: 'date',
    unit: 'days',
    periods: false,
    levels,
    source,
    timed: true,
    select: daysSince([kinds.activity, kinds.email]),
  },
  {
    key: 'sentiment',
    displayName: 'Latest sentiment',
    kind: 'number',
    unit: null,
    periods: false,
    levels,
    source,
    timed: true,
    options: sentiments,
    select: latestSentiment,
  },
  counted('activities', 'Activities', 'activities', kinds.activity),
  counted('emails', 'Emails', 'emails', kinds.email),
  counted('notes', 'Notes', 'notes', kinds.note),
]

/** The pulse as it was on a day, by what was logged until then; a pulse that was never logged is as it is now. */
export const pulseOfDay: Metric['select'] = ({ now, param }) => {
  const until = instant(endOfDay(now), param)
  const logged = `timeline_place p join timeline_item i on i.tenant_id = p.tenant_id and i.item_id = p.item_id
      where p.tenant_id = r.tenant_id and p.record_id = r.record_id and p.kind = ${kinds.pulse}
        and i.record_id = r.record_id`
  return `select case when exists (select from ${logged}) then (
      select (i.details ->> 'pulse')::numeric from ${logged} and p.occurred_at < ${until}
      order by p.occurred_at desc, p.item_id desc limit 1
    ) else r.pulse::numeric end as value, null::timestamptz as at`
}

/* What pipelines report their account, and its organization. */

const risksSql = ({ level }: MetricContext): string =>
  `record p where p.tenant_id = r.tenant_id and p.level = 4 and p.pipeline_type = ${riskType}
    and p.${level === 1 ? 'organization_id' : 'account_id'} = r.record_id`

/** How long a risk that was realised says something about a customer. */
const realisedLasts = '90 days'

const changesSql = `changed_record c join record_act s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id
      where c.tenant_id = p.tenant_id and c.record_id = p.record_id and c.kind = 2`

interface RiskSql {
  status: string
  archived: string
  /** A condition on the changes that count. */
  known: string
}

/** Whether risk `p` weighs: it is open, or what was feared has happened lately. */
function isPresent({ status, archived, known }: RiskSql, { now, param }: MetricContext): string {
  const since = `(select max(s.at) from ${changesSql} and c.after ? 'statusId' and ${known})`
  return `not ${archived} and (${status} = ${openStatus} or (${status} = ${realisedStatus}
      and coalesce(${since}, p.created_at) >= ${instant(now, param)} - interval '${realisedLasts}'))`
}

/** Without any risk there is no value: 0 says that there was one, and none weighs any more. */
const countRisks = (isCounted: string, risks: string): string =>
  `select case when c.risks > 0 then c.present end as value, null::timestamptz as at
    from (select count(*) as risks, (count(*) filter (where ${isCounted}))::numeric as present from ${risks}) c`

const risks: Metric = {
  key: risksKey,
  displayName: 'Risks',
  kind: 'number',
  unit: 'risks',
  periods: false,
  levels: [1, 2],
  source: 'Pipelines',
  timed: true,
  select: (context) =>
    countRisks(
      isPresent({ status: 'p.status_id', archived: 'p.archived', known: 'true' }, context),
      risksSql(context),
    ),
}

/**
 * The same at the end of a day, by what the ledger says of each risk that was there: its status, and whether it was
 * archived. Type and parents are those of now.
 */
export const risksOfDay: Metric['select'] = (context) => {
  const until = instant(endOfDay(context.now), context.param)
  // The earliest change since says what was before it.
  const earlier = `select jsonb_object_agg(b.key, b.value order by c.change_set_id desc) as state
      from (select c.change_set_id, c.before from ${changesSql} and s.at >= ${until}) c, jsonb_each(c.before) b`
  const status = `coalesce((e.state->>'statusId')::int, p.status_id)`
  const archived = `coalesce((e.state->>'archived')::boolean, p.archived)`
  return countRisks(
    isPresent({ status, archived, known: `s.at < ${until}` }, context),
    `(select * from ${risksSql(context)} and p.created_at < ${until}) p cross join lateral (${earlier}) e`,
  )
}

export const healthMetrics: readonly Metric[] = [...timelineMetrics, risks]
