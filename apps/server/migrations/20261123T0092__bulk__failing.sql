-- Since when a job, or its undo, has not been able to go on, because something that it needs is away.
alter table bulk_job add column failing_since timestamptz;
