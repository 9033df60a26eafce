-- Automations. What a scenario does is in its versions, which never change.
create table scenario (
  tenant_id integer not null references tenant,
  scenario_id integer not null generated always as identity,
  name text not null,
  level smallint not null check (level between 1 and 4),
  -- 1: active, 2: draft, 3: inactive, 4: archived, 5: paused.
  status smallint not null check (status between 1 and 5),
  version integer not null,
  -- How often it was activated: each activation of Run Now is one entry.
  activations integer not null default 0,
  activated_at timestamptz,
  paused_because text,
  created_by integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, scenario_id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, user_id)
);
create unique index scenario_name on scenario (tenant_id, level, lower(name)) where status <> 4;
create index scenario_creator on scenario (tenant_id, created_by);
call fence('scenario');

create table scenario_version (
  tenant_id integer not null,
  scenario_id integer not null,
  version integer not null,
  definition jsonb not null,
  primary key (tenant_id, scenario_id, version),
  foreign key (tenant_id, scenario_id) references scenario on delete cascade
);
call fence('scenario_version');

-- Nodes keep their ids from version to version, by their keys.
create table scenario_node (
  tenant_id integer not null,
  node_id integer not null generated always as identity,
  scenario_id integer not null,
  key text not null,
  primary key (tenant_id, node_id),
  foreign key (tenant_id, scenario_id) references scenario on delete cascade
);
create unique index scenario_node_key on scenario_node (tenant_id, scenario_id, key);
call fence('scenario_node');

-- The switch that stops every scenario of a company; without a row they may run.
create table scenario_setting (
  tenant_id integer not null references tenant,
  stopped boolean not null,
  primary key (tenant_id)
);
call fence('scenario_setting');
