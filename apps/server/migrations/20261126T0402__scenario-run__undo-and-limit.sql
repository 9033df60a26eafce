-- What scenarios changed, to undo it from some time on.
create index change_set_scenario on change_set (tenant_id, via_id, change_set_id) where via_kind = 'scenario';

-- How many actions a scenario took on a day of its time zone.
create table scenario_budget (
  tenant_id integer not null,
  scenario_id integer not null,
  day date not null,
  used bigint not null,
  primary key (tenant_id, scenario_id, day),
  foreign key (tenant_id, scenario_id) references scenario on delete cascade
);
call fence('scenario_budget');

-- Executions that are old enough to be forgotten, once their run has ended.
create index scenario_node_run_at on scenario_node_run (tenant_id, at);
