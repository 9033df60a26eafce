-- Which items a stored file is attached to. The item has the order; from here a file finds its items.
create table timeline_file (
  tenant_id integer not null,
  item_id bigint not null,
  file_id integer not null,
  primary key (tenant_id, item_id, file_id),
  foreign key (tenant_id, item_id) references timeline_item on delete cascade,
  foreign key (tenant_id, file_id) references stored_file
);
create index timeline_file_file on timeline_file (tenant_id, file_id);
call fence('timeline_file');
