-- What an import comes to besides its rows: records that move, and names that change entirely.
alter table bulk_job add column findings jsonb not null default '{}';
