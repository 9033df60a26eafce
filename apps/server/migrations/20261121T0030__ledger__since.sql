-- What changed since an instant.
create index change_set_at on change_set (tenant_id, at);
