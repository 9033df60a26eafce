-- Custom fields by which large lists are sorted and filtered, and whose values record_value keeps.
-- From the moment that a field stands here every write keeps its values; filled_at says since when
-- those of all records are there, so that lists may rely on them.
create table kept_field (
  tenant_id integer not null,
  field_id integer not null,
  level smallint not null,
  kind text not null check (kind in ('number', 'date', 'boolean', 'reference')),
  filled_at timestamptz,
  primary key (tenant_id, field_id),
  foreign key (tenant_id, field_id) references custom_field
);
call fence('kept_field');

-- The values of kept fields as typed columns, with what lists count by: narrow rows, which an index
-- holds whole. The index of a field (record_f<id>_asc, _desc) is made by a job. An unset value has its
-- row too, so that a list of all records can be read from here.
create table record_value (
  tenant_id integer not null,
  record_id bigint not null,
  field_id integer not null,
  stage_id integer,
  archived boolean not null,
  churned boolean not null,
  pipeline_type smallint,
  status_id smallint,
  number numeric,
  day date,
  id bigint,
  primary key (tenant_id, record_id, field_id),
  foreign key (tenant_id, record_id) references record on delete cascade
);
call fence('record_value');

create view record_value_fenced as select * from record_value where tenant_id = current_tenant();
grant select on record_value_fenced to steward_app;
