-- The id is a long random text: who has it may see the picture.
create table image (
  tenant_id integer not null references tenant,
  image_uid text not null,
  media_type text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  created_by integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, image_uid),
  foreign key (tenant_id, created_by) references app_user
);
create unique index image_id on image (image_uid);
create index image_maker on image (tenant_id, created_by);
call fence('image');

alter table app_user add foreign key (tenant_id, image_id) references image;
create index app_user_image on app_user (tenant_id, image_id);

create function find_image(uid text) returns table (tenant_id integer, media_type text, size integer)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select i.tenant_id, i.media_type, i.size from image i where i.image_uid = uid
$$;

-- Pictures of every tenant that were stored before a time and that nobody shows; a daily job asks for them.
create function list_unused_images(before timestamptz) returns table (tenant_id integer, image_uid text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select i.tenant_id, i.image_uid from image i
  where i.created_at < before
    and not exists (select from app_user u where u.tenant_id = i.tenant_id and u.image_id = i.image_uid)
$$;
