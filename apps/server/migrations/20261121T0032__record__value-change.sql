-- How often the kept values of a field were written: what was counted from them holds as long as the sum
-- is the same. It is written in the transaction that writes the values, so that a statement sees both or
-- neither. Writers never wait for each other here: each takes a row that nobody holds, or makes one.
create table value_change (
  tenant_id integer not null,
  field_id integer not null,
  slot bigint generated always as identity,
  n bigint not null,
  primary key (tenant_id, field_id, slot)
) with (fillfactor = 50);
call fence('value_change');

create function note_value_change() returns trigger language plpgsql as $$
begin
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
  return null;
end
$$;
create trigger record_value_inserted after insert on record_value
  referencing new table as written_value for each statement execute function note_value_change();
create trigger record_value_updated after update on record_value
  referencing new table as written_value for each statement execute function note_value_change();
create trigger record_value_deleted after delete on record_value
  referencing old table as written_value for each statement execute function note_value_change();

-- A list filtered by one kept field and sorted by another looks the value of one up for each record along
-- the other: the key holds it, so that the row itself is not read.
alter table record_value drop constraint record_value_pkey,
  add primary key (tenant_id, record_id, field_id) include (number, day, id, stage_id, archived, churned);
