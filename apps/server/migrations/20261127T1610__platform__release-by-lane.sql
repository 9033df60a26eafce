-- As a claim does, it locks the lanes before any of their items: two that wait for each other would both be lost.
create or replace function release_outbox(holder integer) returns void
  language sql
as $$
  with held as materialized (
    select l.tenant_id, l.lane from outbox_lane l
    where exists (
      select from outbox_item i where i.tenant_id = l.tenant_id and i.lane = l.lane and i.state = 'waiting'
        and i.leased_until is not null and i.leased_by = holder)
    order by l.tenant_id, l.lane for update of l)
  update outbox_item i set leased_until = null, leased_by = null
  from held
  where i.tenant_id = held.tenant_id and i.lane = held.lane and i.state = 'waiting'
    and i.leased_until is not null and i.leased_by = holder
$$;
