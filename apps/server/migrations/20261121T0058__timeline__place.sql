-- Places follow from items and are written by tens of thousands. Items go only with their record, when its
-- creation is undone; their places go then, and need no foreign key that every row pays for.
alter table timeline_place drop constraint timeline_place_tenant_id_item_id_fkey;

create function drop_places() returns trigger language plpgsql as $$
begin
  delete from timeline_place p using gone g where p.tenant_id = g.tenant_id and p.item_id = g.item_id;
  return null;
end
$$;
create trigger timeline_item_gone after delete on timeline_item
  referencing old table as gone for each statement execute function drop_places();
