-- The same with less for the database to set up: most writes keep one value of one record, and then what was
-- done here took longer than the write. Whether there is anything to note is what the loop finds first, and of
-- an update no question is asked that concerns inserts alone.
create or replace function note_value_change() returns trigger language plpgsql as $$
declare
  written record;
begin
  for written in select distinct tenant_id, field_id from written_value order by 1, 2 loop
    update value_change v set n = v.n + 1
    where v.tenant_id = written.tenant_id and v.field_id = written.field_id and v.slot = (
      select f.slot from value_change f where f.tenant_id = written.tenant_id and f.field_id = written.field_id
      order by f.slot limit 1 for update skip locked);
    if not found then
      insert into value_change (tenant_id, field_id, n) values (written.tenant_id, written.field_id, 1);
    end if;
  end loop;
  if tg_op <> 'INSERT' or not found then return null; end if;
  if (
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
