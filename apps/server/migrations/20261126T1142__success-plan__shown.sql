-- How many plans there are is counted from an index of equal keys, which are stored once for many rows.
create index success_plan_shown on success_plan (tenant_id) where not archived;
