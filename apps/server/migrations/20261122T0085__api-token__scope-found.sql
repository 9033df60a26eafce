-- Whether a token is of the company: its service keeps to what it logged itself.
drop function find_api_token(bytea);
create function find_api_token(hash bytea)
  returns table (tenant_id integer, api_token_id integer, user_id integer, scope text, permissions text[],
    expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id, t.api_token_id, t.user_id, t.scope, t.permissions, t.expires_at, t.last_used_at, t.revoked_at
  from api_token t where t.token_hash = hash
$$;
