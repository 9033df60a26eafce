import type { Metric, MetricContext } from '../health-model/index.ts'

/* What responses say about a record: those of its contacts, and of the contacts of all below it, as timelines have them. */

const source = 'Surveys'
const levels = [1, 2, 3] as const
/** The kind of items that are responses. */
const kind = 7

const instant = (at: Date, param: MetricContext['param']): string => `${param(at.toISOString())}::timestamptz`

const dayLength = 86_400_000
/** Scores are of days in UTC: every response of the day counts. */
const endOfDay = (now: Date): Date => new Date((Math.floor(now.getTime() / dayLength) + 1) * dayLength)

const itemsSql = (from: Date | null, now: Date, param: MetricContext['param']): string =>
  `timeline_place p join timeline_item i on i.tenant_id = p.tenant_id and i.item_id = p.item_id
   where p.tenant_id = r.tenant_id and p.record_id = r.record_id and p.kind = ${kind}
     and p.occurred_at < ${instant(endOfDay(now), param)}${from ? ` and p.occurred_at >= ${instant(from, param)}` : ''}
     and i.details ->> 'type' = 'nps' and i.details ->> 'score' is not null`

/** Promoters − detractors in percent, of the responses of a period; null without one. */
const nps: Metric['select'] = ({ from, now, param }) =>
  `select round(100.0 * (count(*) filter (where s.score >= 9) - count(*) filter (where s.score <= 6))
      / nullif(count(*), 0), 2) as value, max(s.at) as at
   from (select (i.details ->> 'score')::int as score, p.occurred_at as at from ${itemsSql(from, now, param)}) s`

/** The score of the latest response; null without one. */
const lastNps: Metric['select'] = ({ now, param }) =>
  `select l.value, l.at from (select 1) one left join lateral (
     select (i.details ->> 'score')::numeric as value, p.occurred_at as at from ${itemsSql(null, now, param)}
     order by p.occurred_at desc, p.item_id desc limit 1) l on true`

export const surveyMetrics: readonly Metric[] = [
  {
    key: 'nps',
    displayName: 'NPS',
    kind: 'number',
    unit: null,
    periods: true,
    levels,
    source,
    timed: true,
    select: nps,
  },
  {
    key: 'lastNps',
    displayName: 'Last NPS rating',
    kind: 'number',
    unit: null,
    periods: false,
    levels,
    source,
    timed: true,
    select: lastNps,
  },
]
