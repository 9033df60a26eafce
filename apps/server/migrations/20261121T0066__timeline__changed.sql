-- Tells on whose pages something that people did came, went or moved: `timeline.changed` with { recordIds }.
-- Whatever writes places is told of, and with one event for each statement.
create function tell_of_places() returns trigger language plpgsql as $$
begin
  insert into event (tenant_id, type, payload)
  select tenant_id, 'timeline.changed', jsonb_build_object('recordIds', jsonb_agg(distinct record_id))
  from touched where kind < 6 group by tenant_id;
  return null;
end
$$;
create trigger timeline_place_came after insert on timeline_place
  referencing new table as touched for each statement execute function tell_of_places();
create trigger timeline_place_gone after delete on timeline_place
  referencing old table as touched for each statement execute function tell_of_places();
