-- Which cards a user wants on the overview of a level, in their order.
create table overview_layout (
  tenant_id integer not null,
  user_id integer not null,
  level smallint not null check (level between 1 and 4),
  cards text[] not null,
  primary key (tenant_id, user_id, level),
  foreign key (tenant_id, user_id) references app_user
);
call fence('overview_layout');
