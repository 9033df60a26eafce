-- Related files that are imported together: one job for the whole, and one for each file, which the first runs.
alter table bulk_job add column is_bundle boolean not null default false;
alter table bulk_job add column bundle_id bigint;
-- A second part of a file, which fills the fields by which its rows name one another.
alter table bulk_job add column links_rows boolean not null default false;
alter table bulk_job add constraint bulk_job_tenant_id_bundle_id_fkey
  foreign key (tenant_id, bundle_id) references bulk_job;
create index bulk_job_bundle on bulk_job (tenant_id, bundle_id) where bundle_id is not null;

create or replace function list_unfinished_bulk_jobs() returns table (tenant_id integer, job_id bigint)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select j.tenant_id, j.job_id from bulk_job j
  where j.bundle_id is null and (j.state in (10, 20) or j.undo_state in (10, 20))
$$;
