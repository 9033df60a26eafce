-- Which widgets a user wants to see in the stat bars; without a row the default ones.
create table stat_bar (
  tenant_id integer not null,
  user_id integer not null,
  -- Above a list (list) or on the page of a record (360).
  scope text not null,
  level smallint not null,
  widgets text[] not null,
  primary key (tenant_id, user_id, scope, level),
  foreign key (tenant_id, user_id) references app_user
);
call fence('stat_bar');
