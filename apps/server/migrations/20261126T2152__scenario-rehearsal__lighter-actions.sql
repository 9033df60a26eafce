-- A rehearsal has up to a million actions. They go with it by a trigger: a foreign key looked at the one row of the
-- rehearsal again for each of them.
alter table scenario_rehearsal_action drop constraint scenario_rehearsal_action_tenant_id_rehearsal_id_fkey;

create function drop_rehearsed_actions() returns trigger language plpgsql as $$
begin
  delete from scenario_rehearsal_action a using gone g
  where a.tenant_id = g.tenant_id and a.rehearsal_id = g.rehearsal_id;
  return null;
end
$$;
create trigger scenario_rehearsal_gone after delete on scenario_rehearsal
  referencing old table as gone for each statement execute function drop_rehearsed_actions();
