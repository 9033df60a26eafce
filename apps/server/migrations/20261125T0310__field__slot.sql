-- The values of numbers, days, single options, references and yes-or-no as typed columns, one narrow row for each
-- record: any filter and order over them is one scan of one table. Which column, or slot, has the values of a field
-- is said by custom_field: an amount has one for its number in the base, and one for its currency.
alter table custom_field add column slot text, add column currency_slot text;

-- By level, because the slots of each level mean something else, and statistics are gathered by table.
create table record_slot (
  tenant_id integer not null,
  level smallint not null,
  record_id bigint not null,
  stage_id integer,
  archived boolean not null,
  churned boolean not null,
  pipeline_type smallint,
  status_id smallint,
  d1 date, d2 date, d3 date, d4 date, d5 date, d6 date, d7 date, d8 date,
  d9 date, d10 date, d11 date, d12 date, d13 date, d14 date, d15 date, d16 date,
  d17 date, d18 date, d19 date, d20 date, d21 date, d22 date, d23 date, d24 date,
  d25 date, d26 date, d27 date, d28 date, d29 date, d30 date, d31 date, d32 date,
  i1 bigint, i2 bigint, i3 bigint, i4 bigint, i5 bigint, i6 bigint, i7 bigint, i8 bigint,
  i9 bigint, i10 bigint, i11 bigint, i12 bigint, i13 bigint, i14 bigint, i15 bigint, i16 bigint,
  i17 bigint, i18 bigint, i19 bigint, i20 bigint, i21 bigint, i22 bigint, i23 bigint, i24 bigint,
  i25 bigint, i26 bigint, i27 bigint, i28 bigint, i29 bigint, i30 bigint, i31 bigint, i32 bigint,
  i33 bigint, i34 bigint, i35 bigint, i36 bigint, i37 bigint, i38 bigint, i39 bigint, i40 bigint,
  i41 bigint, i42 bigint, i43 bigint, i44 bigint, i45 bigint, i46 bigint, i47 bigint, i48 bigint,
  i49 bigint, i50 bigint, i51 bigint, i52 bigint, i53 bigint, i54 bigint, i55 bigint, i56 bigint,
  i57 bigint, i58 bigint, i59 bigint, i60 bigint, i61 bigint, i62 bigint, i63 bigint, i64 bigint,
  n1 numeric, n2 numeric, n3 numeric, n4 numeric, n5 numeric, n6 numeric, n7 numeric, n8 numeric,
  n9 numeric, n10 numeric, n11 numeric, n12 numeric, n13 numeric, n14 numeric, n15 numeric, n16 numeric,
  n17 numeric, n18 numeric, n19 numeric, n20 numeric, n21 numeric, n22 numeric, n23 numeric, n24 numeric,
  n25 numeric, n26 numeric, n27 numeric, n28 numeric, n29 numeric, n30 numeric, n31 numeric, n32 numeric,
  n33 numeric, n34 numeric, n35 numeric, n36 numeric, n37 numeric, n38 numeric, n39 numeric, n40 numeric,
  n41 numeric, n42 numeric, n43 numeric, n44 numeric, n45 numeric, n46 numeric, n47 numeric, n48 numeric,
  n49 numeric, n50 numeric, n51 numeric, n52 numeric, n53 numeric, n54 numeric, n55 numeric, n56 numeric,
  n57 numeric, n58 numeric, n59 numeric, n60 numeric, n61 numeric, n62 numeric, n63 numeric, n64 numeric,
  primary key (tenant_id, record_id, level)
) partition by list (level);
create table record_slot_1 partition of record_slot for values in (1);
create table record_slot_2 partition of record_slot for values in (2);
create table record_slot_3 partition of record_slot for values in (3);
create table record_slot_4 partition of record_slot for values in (4);
call fence('record_slot');
call fence('record_slot_1');
call fence('record_slot_2');
call fence('record_slot_3');
call fence('record_slot_4');

create view record_slot_fenced as select * from record_slot where tenant_id = current_tenant();
grant select on record_slot_fenced to steward_app;

-- Tenants whose rates have changed since their amounts were converted: lists read amounts from the records.
create table stale_amount (
  tenant_id integer not null primary key references tenant
);
call fence('stale_amount');

-- Gives the records of a level their values in slots again, from their custom values.
create function fill_slots(for_tenant integer, of_level integer) returns void language plpgsql as $$
declare
  slots text;
  vals text;
begin
  select coalesce(string_agg(', ' || x.slot, '' order by x.slot), ''), coalesce(string_agg(', ' || x.value, '' order by x.slot), '')
  into slots, vals
  from custom_field f
  cross join lateral (
    values (f.slot, case
      when f.data_type = 'currency' then format($q$(r.custom->'%1$s'->'value')::numeric * (
        select e.to_base from effective_rate e where e.tenant_id = r.tenant_id
          and e.currency_definition_id = (r.custom->'%1$s'->'currencyDefinitionId')::int)$q$, f.field_id)
      when f.slot like 'n%' then format($q$(r.custom->'%s')::numeric$q$, f.field_id)
      when f.slot like 'd%' then format($q$(r.custom->>'%s')::date$q$, f.field_id)
      when f.data_type = 'boolean' then format($q$(r.custom->'%s')::boolean::int::int8$q$, f.field_id)
      else format($q$(r.custom->'%s')::int8$q$, f.field_id) end),
    (f.currency_slot, format($q$(r.custom->'%s'->'currencyDefinitionId')::int8$q$, f.field_id))) x(slot, value)
  where f.tenant_id = for_tenant and f.level = of_level and f.deleted_at is null and x.slot is not null;
  delete from record_slot where tenant_id = for_tenant and level = of_level;
  execute format($q$
    insert into record_slot (tenant_id, level, record_id, stage_id, archived, churned, pipeline_type, status_id%s)
    select r.tenant_id, r.level, r.record_id, r.stage_id, r.archived, r.churned, r.pipeline_type, r.status_id%s
    from record r where r.tenant_id = %s and r.level = %s$q$,
    slots, vals, for_tenant, of_level);
  raise log 'slots of level % of tenant % are filled', of_level, for_tenant;
end
$$;

-- Numbers and amounts have slots n, days d, all others i. A field beyond the last slot stays in custom alone.
with placed as (
  select f.tenant_id, f.field_id, k.kind, f.data_type = 'currency' as is_amount,
    row_number() over (partition by f.tenant_id, f.level, k.kind order by f.field_id) as place
  from custom_field f
  cross join lateral (select case
    when f.data_type in ('number', 'percentage', 'currency') then 'n'
    when f.data_type = 'date' then 'd'
    when f.data_type in ('boolean', 'user', 'organization', 'account', 'contact', 'singlePicklist') then 'i' end as kind) k
  where f.deleted_at is null and k.kind is not null
)
update custom_field f set slot = p.kind || p.place from placed p
where f.tenant_id = p.tenant_id and f.field_id = p.field_id
  and p.place <= case p.kind when 'd' then 32 else 64 end;

with placed as (
  select f.tenant_id, f.field_id,
    row_number() over (partition by f.tenant_id, f.level order by f.field_id) + (
      select count(*) from custom_field i
      where i.tenant_id = f.tenant_id and i.level = f.level and i.slot like 'i%') as place
  from custom_field f where f.data_type = 'currency' and f.slot is not null
)
update custom_field f set currency_slot = case when p.place <= 64 then 'i' || p.place end,
  slot = case when p.place <= 64 then f.slot end
from placed p where f.tenant_id = p.tenant_id and f.field_id = p.field_id;

create unique index custom_field_slot on custom_field (tenant_id, level, slot) where slot is not null;
create unique index custom_field_currency_slot on custom_field (tenant_id, level, currency_slot)
  where currency_slot is not null;

select fill_slots(t.tenant_id, l.level) from tenant t, generate_series(1, 4) l(level);

-- How often the values of a field were written, of those that lists may remember counts of; field 0 is for the
-- records themselves, and what they are counted by. Writers take a lane that nobody holds, or make one.
drop table value_change;
create table value_change (
  tenant_id integer not null,
  level smallint not null,
  field_id integer not null,
  lane bigint generated always as identity,
  n bigint not null,
  primary key (tenant_id, level, field_id, lane)
) with (fillfactor = 50);
call fence('value_change');

-- Indexes on what was kept before go with it; lists ask for others.
drop trigger record_values_dropped on record;
drop view record_value_fenced;
drop table record_value;
drop table kept_field;
drop function note_value_change();
drop function drop_record_values();
delete from field_index i using custom_field f
where f.tenant_id = i.tenant_id and f.field_id = i.field_id and f.slot is not null;
