-- Who or what made a change, where it was not a person in the app: an API token, or a part of Steward. The name is
-- the one it had then, so that history reads the same after the token or the automation is gone. All of it is null
-- for people.
alter table change_set
  add column via_kind text,
  add column via_id bigint,
  add column via_name text,
  -- What led to it, the first cause first: [{ "kind", "id", "name"?, "changeSetId"? }].
  add column causes jsonb,
  -- How many of the causes are automations.
  add column depth smallint not null default 0;

-- Through what a bulk job, and its undo, were asked for; null for people in the app.
alter table bulk_job
  add column via jsonb,
  add column undo_via jsonb;

-- The name of a token comes with the token, so that what it does carries it.
drop function find_api_token(bytea);
create function find_api_token(hash bytea)
  returns table (tenant_id integer, api_token_id integer, user_id integer, scope text, name text,
    permissions text[], expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id, t.api_token_id, t.user_id, t.scope, t.name, t.permissions, t.expires_at, t.last_used_at,
    t.revoked_at
  from api_token t where t.token_hash = hash
$$;
