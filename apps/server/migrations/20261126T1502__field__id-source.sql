-- Fields that have the ids of another system, by its name: one for each level and system.
alter table custom_field add column id_source text;
create unique index custom_field_id_source on custom_field (tenant_id, level, id_source)
  where id_source is not null and deleted_at is null;
