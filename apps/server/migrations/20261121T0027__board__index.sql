-- A board reads the first records of each stage or status, in the order of lists.
drop index record_stage;
create index record_stage on record (tenant_id, stage_id, archived, churned, name_folded, record_id);
create index record_status on record (tenant_id, status_id, archived, churned, name_folded, record_id)
  where status_id is not null;

-- The id of a kept amount is its currency, by which a sum of several currencies is told.
update record_value v set id = (r.custom -> v.field_id::text -> 'currencyDefinitionId')::bigint
from record r, custom_field f
where r.tenant_id = v.tenant_id and r.record_id = v.record_id
  and f.tenant_id = v.tenant_id and f.field_id = v.field_id and f.data_type = 'currency'
  and jsonb_typeof(r.custom -> v.field_id::text) = 'object';
