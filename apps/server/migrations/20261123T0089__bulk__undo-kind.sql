-- The undo of a job puts values back before it takes away what was created; null: it has yet to begin.
alter table bulk_job add column undo_kind smallint;
