-- Changes of the type of a field: the values of all records are converted by one change set, whose undo brings type and
-- values back.
create table type_change (
  tenant_id integer not null references tenant,
  type_change_id integer generated always as identity,
  field_id integer not null,
  from_type text not null,
  to_type text not null,
  -- How numbers and days are written in texts that become some; null for the usual ways.
  number_format text,
  date_format text,
  user_id integer not null,
  requested_at timestamptz not null,
  -- Records that had a value, those looked at so far, and what became of them.
  matched integer not null,
  processed integer not null default 0,
  converted integer not null default 0,
  blank integer not null default 0,
  -- Null until all values are converted.
  change_set_id bigint,
  finished_at timestamptz,
  -- Why nothing was changed.
  failure text,
  primary key (tenant_id, type_change_id),
  foreign key (tenant_id, field_id) references custom_field,
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, change_set_id) references change_set
);
create index type_change_field on type_change (tenant_id, field_id);
create index type_change_user on type_change (tenant_id, user_id);
create unique index type_change_change_set on type_change (tenant_id, change_set_id);
create unique index type_change_unfinished on type_change (tenant_id, field_id) where finished_at is null;
call fence('type_change');
