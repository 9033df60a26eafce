-- What a user was when they were deactivated: one who was only invited is invited anew when they come back.
alter table app_user add column deactivated_from text
  check (deactivated_from in ('ACTIVE', 'INVITED', 'FORCE_CHANGE_PASSWORD', 'CREATING'));

-- Which of these addresses belong to a user of the installation. An address belongs to one user of one
-- tenant, so those who invite have to know, and learn nothing but that.
create function find_taken_addresses(addresses text[]) returns table (address text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select asked.address from unnest(addresses) as asked(address)
  where exists (select from app_user u where lower(u.email) = lower(asked.address))
$$;
