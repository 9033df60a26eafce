-- What the earlier parts of a preview of related files would make of records, as far as later parts ask for it. Records
-- that would be created have ids below zero.
create table import_foreseen (
  tenant_id integer not null references tenant,
  job_id bigint not null,
  record_id bigint not null,
  level smallint not null check (level between 1 and 4),
  name text not null,
  name_key text not null,
  external_id text,
  email_key text,
  organization_id bigint,
  row_key text,
  is_seen boolean not null,
  primary key (tenant_id, job_id, record_id)
);
create index import_foreseen_name on import_foreseen (tenant_id, job_id, level, name_key);
create index import_foreseen_external on import_foreseen (tenant_id, job_id, level, external_id) where external_id is not null;
create index import_foreseen_email on import_foreseen (tenant_id, job_id, level, email_key) where email_key is not null;
create index import_foreseen_row on import_foreseen (tenant_id, job_id, level, row_key) where row_key is not null;
call fence('import_foreseen');
