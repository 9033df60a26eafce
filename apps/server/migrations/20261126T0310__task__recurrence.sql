alter table task
  -- The rule of RFC 5545, how its days are counted, and where in its series the task is. Of a series only the present
  -- task has it.
  add column recurrence jsonb,
  -- The first task of its series; null until a second follows.
  add column series_id bigint;
create index task_series on task (tenant_id, series_id) where series_id is not null;

create or replace view task_fenced as select * from task where tenant_id = current_tenant();
