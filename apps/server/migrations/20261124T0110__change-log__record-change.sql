-- The reading side of the ledger. Modules that follow or show changes read these views; the tables behind them
-- belong to the module that writes records. A view runs with the rights of the role that reads it, so that the
-- fence of the tables applies.

-- One act on records: who, when, by which way, as what, and whether it was undone.
create view record_act with (security_invoker = true) as
  select tenant_id, change_set_id, actor_id, source, action, at, undo_of, undone_by, forgotten_at
  from change_set;

-- What an act changed in one record. `before` and `after` hold the keys that differ.
create view changed_record with (security_invoker = true) as
  select tenant_id, change_set_id, record_id, kind, version, before, after
  from change;

-- The same with its act, for history. Statements that go through whole acts join record_act once instead.
create view record_change with (security_invoker = true) as
  select c.tenant_id, c.change_set_id, c.record_id, c.kind, c.version, c.before, c.after,
    s.actor_id, s.source, s.action, s.at, s.undo_of, s.undone_by
  from change c
  join change_set s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id;

revoke insert, update, delete on record_act, changed_record, record_change from steward_app;
