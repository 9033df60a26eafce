-- Which worker process has an attempt under way: what a dead one had is free as soon as others know of its death, and
-- not only when its lease runs out. Null where the process did not say.
alter table outbox_item add column leased_by integer;

drop function claim_outbox(timestamptz, text[], float8[], integer[], integer, integer);

-- Leases items that are due, at most so many, and writes down that their attempts begin, and whose they are. Lanes take
-- turns, the one that waited longest first; each has at most as many attempts under way as it can take, and one where it
-- is failing. An earlier attempt without an end is recorded as unknown. Of those with the same order only the earliest is
-- chosen. The lanes are locked first, so that the second statement sees what other processes have leased.
create function claim_outbox(
  now_at timestamptz, channel_names text[], channel_leases float8[], channel_limits integer[], breaker_after integer,
  most integer, holder integer
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
        and i.due_at <= now_at and (i.leased_until is null or i.leased_until <= now_at)
        and (i.in_order is null or not exists (
          select from outbox_item e where e.tenant_id = i.tenant_id and e.lane = i.lane and e.in_order = i.in_order
            and e.state = 'waiting' and e.item_id < i.item_id)))
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
          and (d.in_order is null or not exists (
            select from outbox_item e where e.tenant_id = d.tenant_id and e.lane = d.lane and e.in_order = d.in_order
              and e.state = 'waiting' and e.item_id < d.item_id))
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
      set leased_until = now_at + chosen.lease * interval '1 second', leased_by = holder, attempts = i.attempts + 1
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
revoke execute on function claim_outbox(timestamptz, text[], float8[], integer[], integer, integer, integer) from public;

-- Ends the leases of a worker process that is dead.
create function release_outbox(holder integer) returns void
  language sql
as $$
  update outbox_item set leased_until = null, leased_by = null
  where leased_until is not null and leased_by = holder and state = 'waiting'
$$;
revoke execute on function release_outbox from public;
