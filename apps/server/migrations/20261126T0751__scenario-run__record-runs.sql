-- The automations that touched a record.
create index scenario_run_record on scenario_run (tenant_id, record_id, run_id);
