-- Responses to surveys are items of timelines, of the kind 7.
alter table timeline_item drop constraint timeline_item_kind_check;
alter table timeline_item add constraint timeline_item_kind_check check (kind between 1 and 7);
create index timeline_place_survey on timeline_place (tenant_id, record_id, occurred_at, item_id) where kind = 7;

create or replace function tell_of_places() returns trigger language plpgsql as $$
begin
  insert into event (tenant_id, type, version, payload)
  select tenant_id, 'timeline.changed', 1, jsonb_build_object('recordIds', jsonb_agg(distinct record_id))
  from touched where kind <> 6 group by tenant_id;
  return null;
end
$$;
