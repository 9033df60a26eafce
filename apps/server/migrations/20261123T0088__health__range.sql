-- Records of an import wait as a range of ids instead of one by one; null: a record by itself.
alter table score_pending add column last_id bigint;
alter table score_pending add constraint score_pending_last_id_check check (last_id >= record_id);
