-- The time of day by which a task is due, by the clock of its assignee; only with a due day.
alter table task add column due_time text check (due_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
create or replace view task_fenced as select * from task where tenant_id = current_tenant();
