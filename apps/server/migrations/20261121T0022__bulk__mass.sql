-- What a mass update of chosen records sets, and the words that name it: { change, label }.
alter table bulk_job add column mass jsonb;

-- The records that a mass update was asked for, in the order of their ids, as they were when it was
-- asked for: one row for each batch, which says how many records come before it.
create table bulk_target (
  tenant_id integer not null,
  job_id bigint not null,
  rows_before bigint not null,
  record_ids bigint[] not null,
  primary key (tenant_id, job_id, rows_before),
  foreign key (tenant_id, job_id) references bulk_job
);
call fence('bulk_target');
