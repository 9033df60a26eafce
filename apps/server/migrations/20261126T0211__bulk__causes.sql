-- Why rows, or cells of rows, were not taken, by cause with counts.
alter table bulk_job add column causes jsonb not null default '[]';
