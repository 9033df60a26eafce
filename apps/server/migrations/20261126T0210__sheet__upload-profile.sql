-- What the whole of an upload amounts to, for the settings that it was read with.
alter table upload
  add column profile_settings text,
  add column profile_share real not null default 0,
  add column profile_rows bigint not null default 0,
  add column profile_failure text,
  add column profile jsonb;
