-- Kept amounts are in the base from now on. Nobody has entered rates yet: those of the base stay as they are, and
-- all others have no rate.
update record_value v set number = null
from custom_field f, currency_definition d
where f.tenant_id = v.tenant_id and f.field_id = v.field_id and f.data_type = 'currency'
  and d.tenant_id = v.tenant_id and d.is_base and v.id <> d.currency_definition_id and v.number is not null;
