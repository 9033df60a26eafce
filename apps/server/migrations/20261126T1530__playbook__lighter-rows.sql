-- A playbook on thousands of records writes as many instances with ten times as many steps. Users, versions of playbooks
-- and applications go with their company alone, so a check of each row would hold nothing back.
alter table playbook_instance drop constraint playbook_instance_tenant_id_application_id_fkey;
alter table playbook_instance drop constraint playbook_instance_tenant_id_owner_id_fkey;
alter table playbook_instance drop constraint playbook_instance_tenant_id_template_id_version_fkey;

-- Steps are written with their instance, which is new or locked, and go with it.
alter table playbook_instance_step drop constraint playbook_instance_step_tenant_id_instance_id_fkey;

create function drop_steps() returns trigger language plpgsql as $$
begin
  delete from playbook_instance_step s using gone g where s.tenant_id = g.tenant_id and s.instance_id = g.instance_id;
  return null;
end
$$;
create trigger playbook_instance_gone after delete on playbook_instance
  referencing old table as gone for each statement execute function drop_steps();
