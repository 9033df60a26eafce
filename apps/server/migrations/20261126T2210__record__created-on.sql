-- The day on which a record was created where it comes from, beside the time at which it came here.
alter table record add column created_on date;
drop view record_fenced;
create view record_fenced as
  select tenant_id, record_id, level, version, churned, archived, pulse, pipeline_type, status_id, stage_id,
    image_id, organization_id, account_id, health, created_at, updated_at, owners, name, name_folded,
    external_id, email, about, custom, churn_date, churn_reason, churn_amount, created_on
  from record where tenant_id = current_tenant();
grant select on record_fenced to steward_app;
