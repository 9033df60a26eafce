-- Which company has the sample customers, and which records are theirs.
create table demo (
  tenant_id integer not null primary key references tenant,
  state text not null check (state in ('loading', 'loaded', 'removing')),
  since timestamptz not null,
  -- Records with higher ids and the external ids of the demo came with it.
  last_own_record_id bigint not null
);
call fence('demo');

create table demo_record (
  tenant_id integer not null,
  record_id bigint not null,
  primary key (tenant_id, record_id),
  foreign key (tenant_id, record_id) references record on delete cascade
);
call fence('demo_record');

-- Records are deleted by nobody but an undo, which keeps those with something on them, and the removal of the demo.
alter table task drop constraint task_tenant_id_record_id_fkey;
alter table task add foreign key (tenant_id, record_id) references record on delete cascade;
alter table success_plan drop constraint success_plan_tenant_id_record_id_fkey;
alter table success_plan add foreign key (tenant_id, record_id) references record on delete cascade;
alter table pulse_change drop constraint pulse_change_tenant_id_item_id_fkey;
alter table pulse_change add foreign key (tenant_id, item_id) references timeline_item on delete cascade;
