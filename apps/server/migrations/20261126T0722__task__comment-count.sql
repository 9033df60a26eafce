-- How many comments a task has, so that lists show it.
alter table task add column comment_count integer not null default 0;
create or replace view task_fenced as select * from task where tenant_id = current_tenant();
