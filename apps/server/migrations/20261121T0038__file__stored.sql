-- Files that people attach and mails bring along. The bytes lie in the storage under the uid; a row comes before its
-- bytes and goes after them, so that no bytes are without one.
create table stored_file (
  tenant_id integer not null references tenant,
  file_id integer generated always as identity,
  file_uid text not null,
  name text not null,
  source text not null,
  -- What its bytes say; these are null while they arrive.
  media_type text,
  size bigint,
  sha256 bytea,
  created_by integer,
  created_at timestamptz not null,
  -- Since when nothing holds it; null while something does.
  free_since timestamptz,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, created_by) references app_user
);
create unique index stored_file_uid on stored_file (tenant_id, file_uid);
create index stored_file_maker on stored_file (tenant_id, created_by);
create index stored_file_free on stored_file (free_since) where free_since is not null;
call fence('stored_file');

-- Files of every tenant that nothing has held since a time; an hourly job asks for them.
create function list_free_files(before timestamptz, most integer)
  returns table (tenant_id integer, file_id integer, file_uid text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select f.tenant_id, f.file_id, f.file_uid from stored_file f
  where f.free_since < before
  order by f.free_since
  limit most
$$;
