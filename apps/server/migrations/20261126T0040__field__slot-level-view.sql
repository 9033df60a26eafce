-- Lists read the partition of their level alone: planning a statement on the whole table costs a list of few records
-- more than finding them.
create view record_slot_1_fenced as select * from record_slot_1 where tenant_id = current_tenant();
create view record_slot_2_fenced as select * from record_slot_2 where tenant_id = current_tenant();
create view record_slot_3_fenced as select * from record_slot_3 where tenant_id = current_tenant();
create view record_slot_4_fenced as select * from record_slot_4 where tenant_id = current_tenant();
grant select on record_slot_1_fenced, record_slot_2_fenced, record_slot_3_fenced, record_slot_4_fenced to steward_app;

-- Indexes on slots have another condition from here on. Lists request them again.
do $$
declare
  index_name text;
begin
  for index_name in
    select i.index_name from field_index i join custom_field f on f.tenant_id = i.tenant_id and f.field_id = i.field_id
    where f.slot is not null
  loop
    execute format('drop index if exists %I', index_name);
  end loop;
  delete from field_index i using custom_field f
  where f.tenant_id = i.tenant_id and f.field_id = i.field_id and f.slot is not null;
end
$$;
