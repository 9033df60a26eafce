-- Names the version of the event that it writes.
create or replace function tell_of_places() returns trigger language plpgsql as $$
begin
  insert into event (tenant_id, type, version, payload)
  select tenant_id, 'timeline.changed', 1, jsonb_build_object('recordIds', jsonb_agg(distinct record_id))
  from touched where kind < 6 group by tenant_id;
  return null;
end
$$;
