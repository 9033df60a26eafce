-- With the record in the index, what a user works on is counted from the index alone, also by the records that they see.
drop index task_assignee;
create index task_assignee on task (tenant_id, assignee_id, due_on, task_id) include (status, type, record_id);
