-- When what an act changed was forgotten because of its age; it cannot be undone any more.
alter table change_set add column forgotten_at timestamptz;
