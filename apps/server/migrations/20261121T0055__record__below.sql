-- What belongs to a record is counted by level.
drop index record_organization;
create index record_organization on record (tenant_id, organization_id, level) where organization_id is not null;
drop index record_account;
create index record_account on record (tenant_id, account_id, level) where account_id is not null;
