import { mostCounted, overviewLimits } from '@steward/contracts/plain/overview-card'
import type { LevelId } from '@steward/contracts/level'
import { doneStatuses, taskStatuses, taskStatusId } from '@steward/contracts/plain/task'
import { may, type Actor } from '../../platform/actor.ts'
import { readableSql, scopeSql, shownWordsSql } from './overview.policy.ts'

/* The parts of the one statement. $1 is the tenant, $2 the record. */

/** As the database keeps them. */
const kinds = { note: 1, activity: 2, pulse: 3, file: 4, email: 5 } as const
const openStatus = 1

/**
 * How many of the latest of each kind are looked at. What may not be read among them is left out, so that of
 * many that are for others an older one of one's own may be left out.
 */
const lookedAt: readonly (readonly [kind: number, most: number])[] = [
  [kinds.note, 10],
  [kinds.activity, 30],
  [kinds.pulse, 30],
  [kinds.file, 10],
  [kinds.email, mostCounted.items],
]
/** Marks on the page; the user may have any number on others. */
const mostUnread = 200
/** How many of the latest activities and e-mails tell who was in touch. */
const mostInTouch = 30

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The latest of each kind on the page, and what is unread there, as far as the actor may read it. */
function nearSql(actor: Actor): string {
  return `select p.item_id, p.occurred_at, p.kind, p.via_id, p.unread, i.record_id,
      case when p.kind = ${kinds.pulse} then (i.details->>'pulse')::int end as pulse
    from (
      select l.item_id, l.occurred_at, l.kind, l.via_id, false as unread
      from (values ${lookedAt.map(([kind, most]) => `(${kind}::smallint, ${most})`).join(', ')}) k(kind, most)
      cross join lateral (
        select * from timeline_place p where p.tenant_id = $1 and p.record_id = $2 and p.kind = k.kind and p.kind < 6
        order by p.occurred_at desc, p.item_id desc limit k.most) l
      union all
      select p.item_id, p.occurred_at, p.kind, p.via_id, true
      from (select p.* from timeline_unread u
        join timeline_place p on p.tenant_id = $1 and p.item_id = u.item_id and p.record_id = $2
        where u.tenant_id = $1 and u.user_id = ${actor.userId} limit ${mostUnread}) p
    ) p
    join timeline_item i on i.tenant_id = $1 and i.item_id = p.item_id
    where ${readableSql(actor, 'i', '$2::int8')}`
}

/** How many files the latest items have that have any. */
const filesSql = (actor: Actor): string =>
  `(select least(coalesce(sum(cardinality(i.file_ids)), 0), ${mostCounted.items}) from (
      select p.item_id from timeline_place p where p.tenant_id = $1 and p.record_id = $2 and p.has_files
      order by p.occurred_at desc, p.item_id desc limit ${mostCounted.items}) f
    join timeline_item i on i.tenant_id = $1 and i.item_id = f.item_id
    where ${readableSql(actor, 'i', '$2::int8')})`

/** The open task of the record that is due first; a step of a playbook is a task. */
function nextStepSql(actor: Actor): string {
  if (!may(actor, 'task.read')) return 'null::json'
  const open = taskStatuses.filter((status) => !doneStatuses.includes(status)).map(taskStatusId)
  return `(select json_build_object('taskId', t.task_id, 'title', t.title, 'dueDate', t.due_on)
    from task_fenced t where t.tenant_id = $1 and t.record_id = $2 and t.status in (${open.join(', ')})
    order by t.due_on nulls last, t.priority desc, t.task_id limit 1)`
}

/** How many of each kind there are, what is unread, and when someone was in touch last. */
const countsSql = (actor: Actor): string => `(select json_build_object(
    'files', ${filesSql(actor)},
    'emails', count(*) filter (where n.kind = ${kinds.email} and not n.unread),
    'unread', least(count(*) filter (where n.unread), ${mostCounted.items}),
    'lastContactAt', ${iso(`max(n.occurred_at) filter (where n.kind in (${kinds.activity}, ${kinds.email}))`)})
  from near n)`

const latestSql = (
  actor: Actor,
): string => `(select coalesce(json_agg(l order by l."occurredAt" desc, l."itemId" desc), '[]') from (
    select i.item_id as "itemId", i.kind, ${iso('i.occurred_at')} as "occurredAt", i.author_id as "authorId",
      i.title, left(${shownWordsSql('i.words')}, ${overviewLimits.text}) as text, n.pulse,
      h.record_id as "recordId", h.level, case when ${scopeSql(actor, 'h')} then h.name end as name, n.via_id <> $2 as inherited,
      t.name as "activityName", t.icon as "iconName",
      coalesce(nullif(i.details->'from'->>'name', ''), i.details->'from'->>'address') as "from"
    from (select * from near where not unread
      order by occurred_at desc, item_id desc limit ${overviewLimits.latest}) n
    join timeline_item i on i.tenant_id = $1 and i.item_id = n.item_id
    join record_fenced h on h.tenant_id = $1 and h.record_id = n.record_id
    left join activity_type t on t.tenant_id = $1 and i.kind = ${kinds.activity}
      and t.activity_type_id = (i.details->>'activityTypeId')::int) l)`

/** The pulses that were given to the record itself, which are read by themselves: any number may lie below. */
const pulseSql = (actor: Actor): string =>
  `(select coalesce(json_agg(json_build_object('at', ${iso('x.occurred_at')}, 'pulse', x.pulse)
      order by x.occurred_at, x.item_id), '[]') from (
    select i.occurred_at, i.item_id, (i.details->>'pulse')::int as pulse from timeline_item i
    where i.tenant_id = $1 and i.record_id = $2 and i.kind = ${kinds.pulse} and i.deleted_at is null
      and ${readableSql(actor, 'i', '$2::int8')}
    order by i.occurred_at desc, i.item_id desc limit ${overviewLimits.pulse}) x)`

const parentColumn: Readonly<Record<LevelId, string | null>> = {
  1: 'organization_id',
  2: 'account_id',
  3: null,
  4: null,
}

/** How many records of each level below there are. */
function belowSql(actor: Actor, level: LevelId): string {
  const parent = parentColumn[level]
  if (!parent) return `'{}'::json`
  const levels = ([2, 3, 4] as const).filter((below) => below > level)
  return `(select json_object_agg(b.level, (select count(*) from (select from record_fenced c
      where c.tenant_id = $1 and c.${parent} = $2 and c.level = b.level and ${scopeSql(actor, 'c')}
      limit ${mostCounted.records}) x))
    from (values ${levels.map((below) => `(${below}::smallint)`).join(', ')}) b(level))`
}

/** How many open pipelines of each type there are, and what they are worth in each currency. */
function pipelinesSql(actor: Actor, level: LevelId, amountKey: string | null): string {
  const parent = parentColumn[level]
  if (!parent) return 'null::json'
  const amount = amountKey === null ? 'null::jsonb' : `c.custom->'${amountKey}'`
  return `(select coalesce(json_agg(x), '[]') from (
    select c.pipeline_type as type, count(*) as open, sum((a.amount->>'value')::numeric) as value,
      (a.amount->>'currencyDefinitionId')::int as "currencyDefinitionId"
    from record_fenced c cross join lateral (select ${amount} as amount) a
    where c.tenant_id = $1 and c.${parent} = $2 and c.level = 4 and c.status_id = ${openStatus} and not c.archived
      and ${scopeSql(actor, 'c', 4)}
    group by 1, 4) x)`
}

/** Contacts that took part in the latest, then others. */
function peopleSql(actor: Actor, level: LevelId): string {
  const parent = parentColumn[level]
  if (!parent) return `'[]'::json`
  const below = `c.tenant_id = $1 and c.${parent} = $2 and c.level = 3 and not c.archived and ${scopeSql(actor, 'c', 3)}`
  return `(select coalesce(json_agg(json_build_object('contactId', c.record_id, 'name', c.name, 'email', c.email,
      'imageId', c.image_id, 'lifecycleStageId', c.stage_id, 'pulse', c.pulse, 'lastContactAt', ${iso('f.at')})
      order by f.at desc nulls last, c.name_folded, c.record_id), '[]')
    from (
      select x.record_id, max(x.at) as at from (
        (select q.record_id, max(n.occurred_at) as at
          from (select item_id, occurred_at from near
            where kind in (${kinds.activity}, ${kinds.email}) and not unread
            order by occurred_at desc limit ${mostInTouch}) n
          join timeline_place q on q.tenant_id = $1 and q.item_id = n.item_id
          join record_fenced c on c.record_id = q.record_id and ${below}
          group by q.record_id order by 2 desc limit ${overviewLimits.people})
        union all
        (select c.record_id, null from record_fenced c where ${below} limit ${overviewLimits.people})) x
      group by x.record_id order by 2 desc nulls last, 1 limit ${overviewLimits.people}) f
    join record_fenced c on c.tenant_id = $1 and c.record_id = f.record_id)`
}

/**
 * Everything that the page of a record of a level shows first, as one row; none where there is no such record.
 * Its text is the same for all records that a user opens: planning it takes longer than running it.
 */
export function overviewSql(actor: Actor, level: LevelId, amountKey: string | null): string {
  return `/*user:overview.read*/ with near as materialized (${nearSql(actor)})
    select ${pipelinesSql(actor, level, amountKey)} as pipelines, ${belowSql(actor, level)} as below,
      ${countsSql(actor)} as counts, ${nextStepSql(actor)} as "nextStep", ${latestSql(actor)} as latest, ${pulseSql(actor)} as pulse, ${peopleSql(actor, level)} as people,
      (select to_json(w.cards) from overview_layout w
        where w.tenant_id = $1 and w.user_id = ${actor.userId} and w.level = ${level}) as cards,
      (select to_json(b.widgets) from stat_bar b
        where b.tenant_id = $1 and b.user_id = ${actor.userId} and b.scope = '360' and b.level = ${level}) as header
    from record_fenced r
    where r.tenant_id = $1 and r.record_id = $2 and r.level = ${level} and ${scopeSql(actor, 'r', level)}`
}
