-- Users are never deleted but with their company, and the door of tasks looks every person up before it writes. Checking
-- both people of each task locked the same two rows again and again, for thousands of tasks of one playbook.
alter table task drop constraint task_tenant_id_assignee_id_fkey;
alter table task drop constraint task_tenant_id_creator_id_fkey;
