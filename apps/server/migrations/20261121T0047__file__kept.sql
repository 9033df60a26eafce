-- Texts show pictures by their address, which no foreign key sees: such a picture is kept for good.
alter table image add column kept boolean not null default false;

create or replace function list_unused_images(before timestamptz) returns table (tenant_id integer, image_uid text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select i.tenant_id, i.image_uid from image i
  where i.created_at < before and not i.kept
    and not exists (select from app_user u where u.tenant_id = i.tenant_id and u.image_id = i.image_uid)
$$;
