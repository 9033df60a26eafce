-- Numbers and days in slots have one index for both directions of an order: lists walk it backwards. Each one fewer is
-- one entry fewer to write with every change of a value.
do $$
declare
  index_name text;
begin
  for index_name in
    select i.index_name from field_index i join custom_field f on f.tenant_id = i.tenant_id and f.field_id = i.field_id
    where f.slot is not null and i.use = 'desc'
  loop
    execute format('drop index if exists %I', index_name);
  end loop;
  delete from field_index i using custom_field f
  where f.tenant_id = i.tenant_id and f.field_id = i.field_id and f.slot is not null and i.use = 'desc';
end
$$;
