-- Whether a user is in the team of an item: an owner of one of its records; contacts, which have no owners, are
-- the owners' of what they belong to. A function, because few items ask, and every page would have to prepare for it.
create function is_in_team(tenant integer, record_ids bigint[], member integer) returns boolean
  language plpgsql stable
as $$
begin
  return exists (
    select from record r
    where r.tenant_id = tenant and r.record_id = any(record_ids) and (
      r.owners @> array[member] or r.level = 3 and exists (
        select from record p
        where p.tenant_id = tenant and p.record_id in (r.account_id, r.organization_id) and p.owners @> array[member])));
end
$$;
