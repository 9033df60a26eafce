-- Stages that are deleted, and where their records move: one change set each, whose undo brings the stage back.
create table stage_removal (
  tenant_id integer not null references tenant,
  removal_id integer generated always as identity,
  stage_id integer not null,
  -- Null for a stage that no record is in.
  move_to integer,
  user_id integer not null,
  change_set_id bigint not null,
  requested_at timestamptz not null,
  total integer not null,
  moved integer not null default 0,
  finished_at timestamptz,
  primary key (tenant_id, removal_id),
  foreign key (tenant_id, stage_id) references lifecycle_stage,
  foreign key (tenant_id, move_to) references lifecycle_stage,
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, change_set_id) references change_set
);
create index stage_removal_stage on stage_removal (tenant_id, stage_id);
create index stage_removal_target on stage_removal (tenant_id, move_to);
create index stage_removal_user on stage_removal (tenant_id, user_id);
create unique index stage_removal_change_set on stage_removal (tenant_id, change_set_id);
create unique index stage_removal_unfinished on stage_removal (tenant_id, stage_id) where finished_at is null;
call fence('stage_removal');

-- Which changes moved a record from stage to stage, for the count of moves in a span of time.
create index change_stage on change (tenant_id, change_set_id, record_id) where kind = 2 and after ? 'stageId';
