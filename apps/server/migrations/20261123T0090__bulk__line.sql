-- Jobs of a tenant that write go one after the other: in the order of their ids, and an undo after the
-- jobs that there were when it was asked for. An undo that cannot go on ends as stopped, with the reason.
alter table bulk_job add column undo_after bigint;
alter table bulk_job add column undo_failure text;
alter table bulk_job drop constraint bulk_job_undo_state_check;
alter table bulk_job add constraint bulk_job_undo_state_check check (undo_state in (10, 20, 30, 40));
create index bulk_job_line on bulk_job (tenant_id, job_id)
  where (not preview and state in (10, 20)) or undo_state in (10, 20);
