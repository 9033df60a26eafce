-- The records that the rows of an import have named so far, while those that none names are wanted.
create table import_seen (
  tenant_id integer not null references tenant,
  job_id bigint not null,
  record_id bigint not null,
  primary key (tenant_id, job_id, record_id)
);
call fence('import_seen');
