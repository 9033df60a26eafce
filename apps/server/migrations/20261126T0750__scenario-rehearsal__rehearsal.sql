-- What a scenario would have done. A scenario has one rehearsal at most, the latest.
create table scenario_rehearsal (
  tenant_id integer not null,
  rehearsal_id integer not null generated always as identity,
  scenario_id integer not null,
  version integer not null,
  state text not null check (state in ('running', 'done', 'failed')),
  days smallint not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- The last record that was replayed, how many were, and how many there are.
  cursor bigint not null default 0,
  done bigint not null default 0,
  total bigint not null,
  entered bigint not null default 0,
  actions bigint not null default 0,
  started_by integer,
  started_at timestamptz not null,
  primary key (tenant_id, rehearsal_id),
  foreign key (tenant_id, scenario_id, version) references scenario_version on delete cascade,
  foreign key (tenant_id, started_by) references app_user (tenant_id, user_id)
);
create index scenario_rehearsal_version on scenario_rehearsal (tenant_id, scenario_id, version);
create unique index scenario_rehearsal_one on scenario_rehearsal (tenant_id, scenario_id);
create index scenario_rehearsal_starter on scenario_rehearsal (tenant_id, started_by);
call fence('scenario_rehearsal');

create table scenario_rehearsal_count (
  tenant_id integer not null,
  rehearsal_id integer not null,
  day date not null,
  node_key text not null,
  -- As the status of an execution.
  status smallint not null check (status between 1 and 7),
  n bigint not null,
  primary key (tenant_id, rehearsal_id, day, node_key, status),
  foreign key (tenant_id, rehearsal_id) references scenario_rehearsal on delete cascade
);
call fence('scenario_rehearsal_count');

create table scenario_rehearsal_action (
  tenant_id integer not null,
  action_id bigint not null generated always as identity,
  rehearsal_id integer not null,
  record_id bigint not null,
  at timestamptz not null,
  day date not null,
  node_key text not null,
  status smallint not null check (status between 2 and 7),
  effect text,
  reason text,
  primary key (tenant_id, action_id),
  foreign key (tenant_id, rehearsal_id) references scenario_rehearsal on delete cascade
);
create index scenario_rehearsal_action_list on scenario_rehearsal_action (tenant_id, rehearsal_id, action_id);
call fence('scenario_rehearsal_action');
