-- As with the changes of records: operations are never deleted but with their company, and an operation is opened in the
-- transaction that writes its changes. Checking it for each item locked one row thousands of times.
alter table item_change drop constraint item_change_tenant_id_change_set_id_fkey;
