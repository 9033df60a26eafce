-- The last record that a file lacks and that its import has dealt with.
alter table bulk_job add column missing_after bigint;
alter table bulk_item drop constraint bulk_item_outcome_check;
alter table bulk_item add constraint bulk_item_outcome_check
  check (outcome in ('create', 'update', 'unchanged', 'conflict', 'refused', 'missing'));
