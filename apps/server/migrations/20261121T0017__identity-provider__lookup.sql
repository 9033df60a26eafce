-- Which company an address signs in to: the one that has its domain, else the only one there is. Whether
-- anybody has the address plays no part.
create function find_sign_in_tenant(address_domain text) returns integer
  language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(
    (select d.tenant_id from sign_in_domain d where d.domain = lower(address_domain)),
    (select min(t.tenant_id) from tenant t having count(*) = 1)
  )
$$;

-- Which of the domains another company has.
create function find_taken_domains(asking integer, wanted text[]) returns table (domain text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select d.domain from sign_in_domain d where d.domain = any (wanted) and d.tenant_id <> asking
$$;

create index sign_in_settings_user_pool on sign_in_settings ((cognito ->> 'userPoolId'))
  where provider = 'cognito';

-- The companies whose people sign in at a user pool.
create function find_user_pool(pool_id text) returns table (tenant_id integer)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select s.tenant_id from sign_in_settings s
  where s.provider = 'cognito' and s.cognito ->> 'userPoolId' = pool_id
  order by s.tenant_id
$$;
