-- A record shows a picture that somebody uploaded; what stood here before was never filled.
drop view record_fenced;
alter table record alter column image_id type text using null;
alter table record add foreign key (tenant_id, image_id) references image;
create index record_image on record (tenant_id, image_id) where image_id is not null;
create view record_fenced as
  select tenant_id, record_id, level, version, churned, archived, pulse, pipeline_type, status_id, stage_id,
    image_id, organization_id, account_id, health, created_at, updated_at, owners, name, name_folded,
    external_id, email, about, custom, churn_date, churn_reason, churn_amount
  from record where tenant_id = current_tenant();
grant select on record_fenced to steward_app;

-- Also pictures of records are in use.
create or replace function list_unused_images(before timestamptz)
  returns table (tenant_id integer, image_uid text)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select i.tenant_id, i.image_uid from image i
  where i.created_at < before and not i.kept
    and not exists (select from app_user u where u.tenant_id = i.tenant_id and u.image_id = i.image_uid)
    and not exists (select from record r where r.tenant_id = i.tenant_id and r.image_id = i.image_uid)
$$;
