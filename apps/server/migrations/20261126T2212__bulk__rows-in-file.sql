-- How many rows the file of an import has, where an earlier job has read it to its end.
alter table bulk_job add column rows_in_file bigint;
