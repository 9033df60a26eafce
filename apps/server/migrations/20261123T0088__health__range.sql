-- Records of an import wait as a range of ids instead of one by one; null: a record by itself.
alter table score_pending add column last_id bigint;
alter table score_pending add constraint score_pending_last_id_check check (last_id >= record_id);
create index score_pending_range on score_pending (tenant_id, level, record_id) where last_id is not null;
