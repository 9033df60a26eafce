-- Each subscriber has a position of its own in the events of a tenant. An event gets its place when it is committed:
-- see sequence_events.
alter table event add column position bigint;
alter table event add column version smallint not null default 1;
-- The one subscriber that gets it, where an administrator has it delivered again.
alter table event add column only_for text;
create sequence event_position as bigint;
create index event_new on event (tenant_id, event_id) where position is null;
create index event_place on event (tenant_id, position) where position is not null;

create table event_subscription (
  tenant_id integer not null,
  subscriber text not null,
  position bigint not null default 0,
  attempts smallint not null default 0,
  retry_at timestamptz,
  failing_since timestamptz,
  failure text,
  primary key (tenant_id, subscriber)
);
call fence('event_subscription');

-- Events that a subscriber failed to handle to the last attempt. It goes on without them.
create table event_failure (
  tenant_id integer not null,
  failure_id bigint not null generated always as identity,
  subscriber text not null,
  event_id bigint not null,
  type text not null,
  version smallint not null,
  payload jsonb not null,
  at timestamptz not null,
  failure text not null,
  attempts smallint not null,
  failing_since timestamptz not null,
  failed_at timestamptz not null default now(),
  primary key (tenant_id, failure_id)
);
call fence('event_failure');

-- Gives committed events of a tenant their positions, one transaction after the other, so that nothing can appear below
-- a position that was read.
create function sequence_events(tenant integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7393, tenant);
  update event e set position = n.position
  from (select o.event_id, nextval('event_position') as position
        from (select event_id from event where tenant_id = tenant and position is null order by event_id) o) n
  where e.tenant_id = tenant and e.event_id = n.event_id;
end
$$;

-- Those that were given up were told to all listeners together; none of them is known to have got them.
insert into event_failure (tenant_id, subscriber, event_id, type, version, payload, at, failure, attempts, failing_since)
select tenant_id, 'all', event_id, type, 1, payload, at, coalesce(failure, 'unknown'), attempts, at
from event where retry_at = 'infinity';
delete from event where retry_at = 'infinity';
alter table event drop column attempts;
alter table event drop column retry_at;
alter table event drop column failure;
