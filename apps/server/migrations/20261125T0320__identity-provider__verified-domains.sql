-- A domain has no effect until its company has proved that it is theirs: by a record in the DNS that holds the
-- token, or by the operator's word.
alter table sign_in_domain
  add column token text not null default replace(gen_random_uuid()::text, '-', ''),
  add column verified_at timestamptz,
  add column verified_by text check (verified_by in ('dns', 'operator')),
  add column checked_at timestamptz,
  add column missing_since timestamptz,
  add constraint sign_in_domain_verified check ((verified_at is null) = (verified_by is null));

-- On an instance of one company there is no one else whose domain it could be.
update sign_in_domain set verified_at = now(), verified_by = 'operator'
where (select count(*) from tenant) = 1;

-- Several companies may name a domain, and one of them verifies it.
drop index sign_in_domain_name;
create unique index sign_in_domain_name on sign_in_domain (domain) where verified_at is not null;

create or replace function find_sign_in_tenant(address_domain text) returns integer
  language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(
    (select d.tenant_id from sign_in_domain d where d.domain = lower(address_domain) and d.verified_at is not null),
    (select min(t.tenant_id) from tenant t having count(*) = 1)
  )
$$;

drop function find_taken_domains(integer, text[]);

-- Whether another company has verified a domain.
create function is_domain_taken(asking integer, wanted text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from sign_in_domain d
    where d.domain = wanted and d.tenant_id <> asking and d.verified_at is not null)
$$;
