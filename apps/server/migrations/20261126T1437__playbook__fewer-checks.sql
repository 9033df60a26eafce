-- The steps of a playbook go with it alone, and so do its instances. Checking the step of each row locked ten rows
-- again and again, for every record that got the playbook.
alter table playbook_instance_step drop constraint playbook_instance_step_tenant_id_step_id_fkey;
