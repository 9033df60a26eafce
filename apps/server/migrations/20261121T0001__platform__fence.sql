-- The application works as a role that owns nothing, so that row-level security binds it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'steward_app') then
    create role steward_app nologin;
  end if;
end
$$;

grant steward_app to current_user;
grant usage on schema public to steward_app;
alter default privileges in schema public grant select, insert, update, delete on tables to steward_app;
alter default privileges in schema public grant usage, select on sequences to steward_app;

create extension if not exists pg_trgm;

-- The tenant of this connection; null finds nothing.
create function current_tenant() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::integer;

-- Fences a table: a row of another tenant is neither seen nor written.
create procedure fence(fenced regclass)
  language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', fenced);
  execute format(
    'create policy tenant_fence on %s using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())',
    fenced
  );
end
$$;
