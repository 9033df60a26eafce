-- The order of lists: open plans before completed ones, those that are due first before the others.
create index success_plan_order on success_plan (tenant_id, (completed_at is not null), due_on, plan_id) include (archived, record_id);
