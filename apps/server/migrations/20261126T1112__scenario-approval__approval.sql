-- Questions of scenarios to users: whether a record may go on.
create table scenario_approval (
  tenant_id integer not null,
  approval_id bigint not null generated always as identity,
  scenario_id integer not null,
  -- The visit of a record to a node that caused it.
  run_id bigint not null,
  node_key text not null,
  arrived_at timestamptz not null,
  record_id bigint not null,
  approver_id integer not null,
  question text not null,
  -- 1: open, 2: approved, 3: rejected, 4: expired.
  state smallint not null default 1 check (state between 1 and 4),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by integer,
  decided_at timestamptz,
  primary key (tenant_id, approval_id),
  foreign key (tenant_id, run_id) references scenario_run on delete cascade,
  foreign key (tenant_id, scenario_id) references scenario on delete cascade,
  foreign key (tenant_id, approver_id) references app_user (tenant_id, user_id),
  foreign key (tenant_id, decided_by) references app_user (tenant_id, user_id)
);
create unique index scenario_approval_visit on scenario_approval (tenant_id, run_id, node_key, arrived_at);
create index scenario_approval_approver on scenario_approval (tenant_id, approver_id, state, approval_id);
create index scenario_approval_decider on scenario_approval (tenant_id, decided_by);
create index scenario_approval_scenario on scenario_approval (tenant_id, scenario_id);
create index scenario_approval_state on scenario_approval (tenant_id, state, approval_id);
call fence('scenario_approval');
