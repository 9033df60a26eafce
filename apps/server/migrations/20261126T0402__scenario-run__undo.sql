-- What scenarios changed, to undo it from some time on.
create index change_set_scenario on change_set (tenant_id, via_id, change_set_id) where via_kind = 'scenario';
