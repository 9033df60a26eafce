-- A stage may have a colour of its own. One that is closed takes no more records, because it is being deleted; one
-- that is deleted keeps its name for the history of records, and comes back when its deletion is undone.
alter table lifecycle_stage
  add column colour smallint check (colour between 1 and 6),
  add column closed_at timestamptz,
  add column deleted_at timestamptz;

drop index lifecycle_stage_name;
create unique index lifecycle_stage_name on lifecycle_stage (tenant_id, level, lower(display_name))
  where deleted_at is null;

-- Which of these stages take records. They stay so until the transaction ends: whoever closes one waits for it. The
-- locks come first and the stages are read after them, which in a function sees what was committed meanwhile.
create function hold_stages(tenant integer, stages integer[]) returns setof integer
  language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock_shared(7376, s.id) from (select distinct unnest(stages) as id order by 1) s;
  return query
    select l.stage_id from lifecycle_stage l
    where l.tenant_id = tenant and l.stage_id = any(stages) and l.closed_at is null and l.deleted_at is null;
end
$$;
