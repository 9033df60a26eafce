create table upload (
  tenant_id integer not null references tenant,
  upload_id uuid not null,
  user_id integer not null,
  file_name text not null,
  size bigint not null,
  received bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, upload_id),
  foreign key (tenant_id, user_id) references app_user
);
create index upload_user on upload (tenant_id, user_id);
call fence('upload');

-- Uploads of every tenant that were announced before a time; a daily job asks for them.
create function list_old_uploads(before timestamptz) returns table (tenant_id integer, upload_id uuid)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select u.tenant_id, u.upload_id from upload u where u.created_at < before
$$;
