-- Work that sleeps until its time: waits, reminders, digests, retries. A row is deleted in the statement that adds the
-- job for it.
create table due_work (
  tenant_id integer not null,
  kind text not null,
  key text not null,
  due_at timestamptz not null,
  payload jsonb not null default '{}',
  attempts smallint not null default 0,
  failure text,
  -- When its last attempt failed; it then waits for an operator.
  failed_at timestamptz,
  primary key (tenant_id, kind, key)
);
create index due_work_due on due_work (due_at) where failed_at is null;
create index due_work_tenant on due_work (tenant_id, due_at) where failed_at is null;
create index due_work_failed on due_work (tenant_id) where failed_at is not null;
call fence('due_work');

-- Tenants with due work. Usually the few rows that are due tell; where very many are, one tenant's could hide those of
-- the others, so the tenants are walked through in the index.
create function list_due_tenants(now_at timestamptz) returns setof integer
  language plpgsql stable
as $$
declare
  most constant integer := 5000;
  found_rows integer;
  found_tenants integer[];
begin
  select coalesce(sum(n), 0), coalesce(array_agg(w.tenant_id order by w.tenant_id), '{}')
  into found_rows, found_tenants
  from (select d.tenant_id, count(*) as n
        from (select tenant_id from due_work where failed_at is null and due_at <= now_at order by due_at limit most) d
        group by d.tenant_id) w;
  if found_rows < most then
    return query select unnest(found_tenants);
  else
    return query
      with recursive tenants as (
        (select tenant_id from due_work where failed_at is null order by tenant_id, due_at limit 1)
        union all
        select (select d.tenant_id from due_work d where d.failed_at is null and d.tenant_id > t.tenant_id
                order by d.tenant_id, d.due_at limit 1)
        from tenants t where t.tenant_id is not null)
      select t.tenant_id from tenants t
      where t.tenant_id is not null and exists (
        select from due_work d where d.tenant_id = t.tenant_id and d.failed_at is null and d.due_at <= now_at);
  end if;
end
$$;
revoke execute on function list_due_tenants from public;

-- Who looks for due work, and when it last did. Not of any tenant: only the owner reads it.
create table ticker (
  name text primary key,
  period_seconds real not null,
  leased_by uuid,
  leased_until timestamptz,
  passed_at timestamptz
);
revoke all on ticker from steward_app;

-- Everything that leaves Steward: a row is written in the transaction that causes it. A lane is a destination.
create table outbox_lane (
  tenant_id integer not null,
  lane text not null,
  channel text not null,
  -- How many attempts may be under way at once, while the destination can take fewer than its channel allows.
  most_at_once smallint,
  failures integer not null default 0,
  failing_since timestamptz,
  -- Until when nothing is sent, after several failures in a row or where the destination asks for it.
  open_until timestamptz,
  claimed_at timestamptz,
  primary key (tenant_id, lane)
);
call fence('outbox_lane');

create table outbox_item (
  tenant_id integer not null,
  item_id bigint not null generated always as identity,
  lane text not null,
  -- From what caused it, so that the same cause sends once.
  key text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'unknown')),
  due_at timestamptz not null,
  attempts smallint not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  failure text,
  primary key (tenant_id, item_id),
  foreign key (tenant_id, lane) references outbox_lane (tenant_id, lane) on delete cascade
);
create unique index outbox_item_key on outbox_item (tenant_id, key);
create index outbox_item_lane on outbox_item (tenant_id, lane);
create index outbox_item_waiting on outbox_item (tenant_id, lane, due_at) where state = 'waiting';
create index outbox_item_leased on outbox_item (tenant_id, lane) where leased_until is not null;
create index outbox_item_ended on outbox_item (tenant_id, ended_at) where ended_at is not null;
call fence('outbox_item');

-- Written before the attempt begins: one without an end may have reached its destination.
create table outbox_attempt (
  tenant_id integer not null,
  item_id bigint not null,
  attempt smallint not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('delivered', 'failed', 'unknown')),
  detail jsonb,
  primary key (tenant_id, item_id, attempt),
  foreign key (tenant_id, item_id) references outbox_item (tenant_id, item_id) on delete cascade
);
call fence('outbox_attempt');

-- Leases items that are due, at most so many, and writes down that their attempts begin. Lanes take turns, the one that
-- waited longest first; each has at most as many attempts under way as it can take, and one where it is failing. An
-- earlier attempt whose lease ran out is recorded as unknown. The lanes are locked first, so that the second statement
-- sees what other processes have leased.
create function claim_outbox(
  now_at timestamptz, channel_names text[], channel_leases float8[], channel_limits integer[], breaker_after integer,
  most integer
) returns table (
  tenant_id integer, item_id bigint, lane text, channel text, key text, payload jsonb, attempt smallint,
  created_at timestamptz
)
  language plpgsql
as $$
#variable_conflict use_column
declare
  locked_tenants integer[];
  locked_lanes text[];
begin
  with recursive waiting as (
    (select i.tenant_id, i.lane from outbox_item i where i.state = 'waiting' order by i.tenant_id, i.lane limit 1)
    union all
    select n.tenant_id, n.lane from waiting w cross join lateral (
      select i.tenant_id, i.lane from outbox_item i
      where i.state = 'waiting' and (i.tenant_id, i.lane) > (w.tenant_id, w.lane)
      order by i.tenant_id, i.lane limit 1) n),
  ready as materialized (
    select l.tenant_id, l.lane from waiting w
    join outbox_lane l on l.tenant_id = w.tenant_id and l.lane = w.lane
    where l.channel = any(channel_names) and (l.open_until is null or l.open_until <= now_at) and exists (
      select from outbox_item i where i.tenant_id = l.tenant_id and i.lane = l.lane and i.state = 'waiting'
        and i.due_at <= now_at and (i.leased_until is null or i.leased_until <= now_at))
    order by l.claimed_at nulls first limit most for update of l skip locked)
  select array_agg(r.tenant_id), array_agg(r.lane) into locked_tenants, locked_lanes from ready r;
  if locked_lanes is null then return; end if;
  return query
    with locked as materialized (
      select l.tenant_id, l.lane, l.channel, c.lease, l.claimed_at,
        case when l.failures >= breaker_after then 1 else least(l.most_at_once::integer, c.most) end as free
      from unnest(locked_tenants, locked_lanes) as o (tenant_id, lane)
      join outbox_lane l on l.tenant_id = o.tenant_id and l.lane = o.lane
      join unnest(channel_names, channel_leases, channel_limits) as c (channel, lease, most) on c.channel = l.channel),
    chosen as materialized (
      select i.tenant_id, i.item_id, o.lease, o.channel
      from locked o cross join lateral (
        select d.tenant_id, d.item_id, row_number() over (order by d.due_at, d.item_id) as place
        from outbox_item d
        where d.tenant_id = o.tenant_id and d.lane = o.lane and d.state = 'waiting' and d.due_at <= now_at
          and (d.leased_until is null or d.leased_until <= now_at)
        order by d.due_at, d.item_id
        limit greatest(0, o.free - (
          select count(*) from outbox_item f
          where f.tenant_id = o.tenant_id and f.lane = o.lane and f.leased_until > now_at))) i
      order by i.place, o.claimed_at nulls first limit most),
    turned as (
      update outbox_lane l set claimed_at = now_at from locked o
      where l.tenant_id = o.tenant_id and l.lane = o.lane),
    leased as (
      update outbox_item i
      set leased_until = now_at + chosen.lease * interval '1 second', attempts = i.attempts + 1
      from chosen where i.tenant_id = chosen.tenant_id and i.item_id = chosen.item_id and i.state = 'waiting'
      returning i.tenant_id, i.item_id, i.lane, chosen.channel, i.key, i.payload, i.attempts, i.created_at),
    lost as (
      update outbox_attempt a set outcome = 'unknown', ended_at = now_at
      from leased where a.tenant_id = leased.tenant_id and a.item_id = leased.item_id
        and a.attempt = leased.attempts - 1 and a.ended_at is null),
    begun as (
      insert into outbox_attempt (tenant_id, item_id, attempt, started_at)
      select leased.tenant_id, leased.item_id, leased.attempts, now_at from leased)
    select * from leased;
end
$$;
revoke execute on function claim_outbox from public;

-- How due work and the outbox are, over all tenants.
create function count_failed_due_work() returns integer
  language sql stable
as $$
  select count(*)::int from (select from due_work where failed_at is not null limit 10000) f
$$;
revoke execute on function count_failed_due_work from public;

create function read_outbox_state(out waiting integer, out seconds float8, out failing_lanes integer)
  language sql stable
as $$
  with item as materialized (
    select tenant_id, lane, due_at from outbox_item where state = 'waiting' limit 100000)
  select (select count(*)::int from item),
    (select extract(epoch from now() - min(i.due_at))::float8
     from item i join outbox_lane l on l.tenant_id = i.tenant_id and l.lane = i.lane
     where i.due_at <= now() and (l.open_until is null or l.open_until <= now())),
    (select count(*)::int from outbox_lane where open_until > now())
$$;
revoke execute on function read_outbox_state from public;

-- Messages and mails that wait move from the job queue to the outbox.
insert into outbox_lane (tenant_id, lane, channel)
select distinct tenant_id, channel, 'message' from message where state = 'waiting'
union select distinct tenant_id, 'composed', 'email' from email_message where state = 1;
insert into outbox_item (tenant_id, lane, key, payload, due_at, created_at)
select tenant_id, channel, 'message:' || message_id, jsonb_build_object('messageId', message_id), now(), now()
from message where state = 'waiting'
union all
select tenant_id, 'composed', 'email:' || message_id, jsonb_build_object('messageId', message_id), now(), now()
from email_message where state = 1;
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier in ('message:deliver', 'email:send'));
  end if;
end
$$;
