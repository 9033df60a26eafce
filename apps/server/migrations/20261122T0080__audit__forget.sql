-- The only way by which entries of the audit log go: with their tenant, or when they are older than whoever runs
-- the instance wants to keep them. It is the owner's; the application's role has no right to it.
create function forget_audit(tenant integer, before timestamptz, most integer) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  perform set_config('steward.forgetting_audit', 'on', true);
  delete from audit_entry a where a.tenant_id = tenant and a.audit_id in (
    select e.audit_id from audit_entry e
    where e.tenant_id = tenant and (before is null or e.at < before) order by e.audit_id limit most);
  get diagnostics gone = row_count;
  perform set_config('steward.forgetting_audit', 'off', true);
  return gone;
end
$$;
revoke all on function forget_audit(integer, timestamptz, integer) from public;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('steward.forgetting_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'The audit log is only ever added to';
end
$$;
