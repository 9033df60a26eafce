-- A kept value belongs to a record. The records are held once a statement and not once a value: of an import
-- into a level with some kept fields, a key for each value would be a quarter of the database's work.
alter table record_value drop constraint record_value_tenant_id_record_id_fkey;

-- `insert … on conflict` fires the triggers of inserts and of updates, and mostly one of them has nothing to do.
create or replace function note_value_change() returns trigger language plpgsql as $$
begin
  perform from written_value limit 1;
  if not found then return null; end if;
  with written as (
    select distinct tenant_id, field_id from written_value
  ), taken as (
    select w.tenant_id, w.field_id, f.slot
    from written w left join lateral (
      select v.slot from value_change v where v.tenant_id = w.tenant_id and v.field_id = w.field_id
      order by v.slot limit 1 for update skip locked) f on true
  ), moved as (
    update value_change v set n = v.n + 1
    from taken t where v.tenant_id = t.tenant_id and v.field_id = t.field_id and v.slot = t.slot
  )
  insert into value_change (tenant_id, field_id, n)
  select tenant_id, field_id, 1 from taken where slot is null;
  if tg_op = 'INSERT' and (
    with valued as (
      select distinct tenant_id, record_id from written_value
    ), held as (
      select from record r join valued using (tenant_id, record_id) for key share of r
    )
    select (select count(*) from valued) <> (select count(*) from held)
  ) then
    raise exception 'a value is kept of a record that is not there' using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;

create function drop_record_values() returns trigger language plpgsql as $$
begin
  delete from record_value v using gone g where v.tenant_id = g.tenant_id and v.record_id = g.record_id;
  return null;
end
$$;
create trigger record_values_dropped after delete on record
  referencing old table as gone for each statement execute function drop_record_values();
