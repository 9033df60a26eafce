-- Attempts to sign in and to refresh, by the keyed hash of the kind and the network that they came from, as all
-- processes count them. They come before a tenant is known, so the tenant is 0: that of nobody. What a crash of
-- the database takes away are counts of a quarter of an hour, so nothing waits for a disk.
create unlogged table address_attempt (
  tenant_id integer not null,
  address_hash bytea not null,
  started_at timestamptz not null,
  taken integer not null,
  primary key (tenant_id, address_hash)
);
create index address_attempt_age on address_attempt (started_at);
call fence('address_attempt');

-- What was come back with from a provider of sign-ins: no process takes it again.
create table finished_redirect (
  tenant_id integer not null references tenant,
  state_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, state_hash)
);
call fence('finished_redirect');

-- The hash of what the caller named the attempt that used the token: its answer may have been lost on the way,
-- and only whoever made it knows the name.
alter table refresh_token add column attempt_hash bytea;

drop function find_refresh_token(bytea);
create function find_refresh_token(hash bytea)
  returns table (tenant_id integer, session_id bigint, user_id integer, status text, created_at timestamptz,
    used_at timestamptz, attempt_hash bytea, remembered boolean, expires_at timestamptz, ended_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select r.tenant_id, r.session_id, s.user_id, u.status, r.created_at, r.used_at, r.attempt_hash, s.remembered,
    s.expires_at, s.ended_at
  from refresh_token r
  join session s on s.tenant_id = r.tenant_id and s.session_id = r.session_id
  join app_user u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
  where r.token_hash = hash
$$;
