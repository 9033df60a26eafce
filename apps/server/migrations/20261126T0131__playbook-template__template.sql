-- Series of steps that teams repeat. What a template says is in its versions, which never change.
create table playbook_template (
  tenant_id integer not null references tenant,
  template_id integer not null generated always as identity,
  name text not null,
  level smallint not null check (level between 1 and 4),
  -- 1: active, 2: inactive, 3: archived.
  status smallint not null check (status between 1 and 3),
  version integer not null,
  created_by integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_applied_at timestamptz,
  primary key (tenant_id, template_id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, user_id)
);
create unique index playbook_template_name on playbook_template (tenant_id, level, lower(name)) where status < 3;
create index playbook_template_creator on playbook_template (tenant_id, created_by);
call fence('playbook_template');

create table playbook_version (
  tenant_id integer not null,
  template_id integer not null,
  version integer not null,
  definition jsonb not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references playbook_template on delete cascade
);
call fence('playbook_version');

-- Steps keep their ids from version to version, by their keys.
create table playbook_step (
  tenant_id integer not null,
  step_id integer not null generated always as identity,
  template_id integer not null,
  key text not null,
  primary key (tenant_id, step_id),
  foreign key (tenant_id, template_id) references playbook_template on delete cascade
);
create unique index playbook_step_key on playbook_step (tenant_id, template_id, key);
call fence('playbook_step');

create table playbook_change (
  tenant_id integer not null,
  change_id bigint not null generated always as identity,
  template_id integer not null,
  at timestamptz not null,
  user_id integer,
  action text not null,
  version integer not null,
  -- Which properties of the playbook and of its steps differ from the version before.
  details jsonb not null,
  primary key (tenant_id, change_id),
  foreign key (tenant_id, template_id) references playbook_template on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id)
);
create index playbook_change_template on playbook_change (tenant_id, template_id, change_id);
create index playbook_change_user on playbook_change (tenant_id, user_id);
call fence('playbook_change');
