-- Also logos that were fetched are in use.
create or replace function list_unused_images(before timestamptz)
  returns table (tenant_id integer, image_uid text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select i.tenant_id, i.image_uid from image i
  where i.created_at < before and not i.kept
    and not exists (select from app_user u where u.tenant_id = i.tenant_id and u.image_id = i.image_uid)
    and not exists (select from record r where r.tenant_id = i.tenant_id and r.image_id = i.image_uid)
    and not exists (select from record_logo l where l.tenant_id = i.tenant_id and l.image_uid = i.image_uid)
$$;
