-- On which days people work. One calendar of a tenant is used where nothing else says which.
create table work_calendar (
  tenant_id integer not null references tenant,
  calendar_id integer not null generated always as identity,
  name text not null,
  -- ISO numbers of days of the week.
  working_days smallint[] not null check (cardinality(working_days) > 0),
  region text,
  is_default boolean not null,
  primary key (tenant_id, calendar_id)
);
create unique index work_calendar_name on work_calendar (tenant_id, lower(name));
create unique index work_calendar_default on work_calendar (tenant_id) where is_default;
create unique index work_calendar_region on work_calendar (tenant_id, region) where region is not null;
call fence('work_calendar');

create table work_calendar_holiday (
  tenant_id integer not null,
  calendar_id integer not null,
  day date not null,
  name text not null,
  primary key (tenant_id, calendar_id, day),
  foreign key (tenant_id, calendar_id) references work_calendar on delete cascade
);
call fence('work_calendar_holiday');

-- People who use a calendar whatever their region.
create table work_calendar_user (
  tenant_id integer not null,
  user_id integer not null,
  calendar_id integer not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id),
  foreign key (tenant_id, calendar_id) references work_calendar on delete cascade
);
create index work_calendar_user_calendar on work_calendar_user (tenant_id, calendar_id);
call fence('work_calendar_user');

insert into work_calendar (tenant_id, name, working_days, is_default)
select tenant_id, 'Standard', '{1,2,3,4,5}', true from tenant;
