-- How each user has laid out each list; without a row a list is as usual.
create table column_set (
  tenant_id integer not null,
  user_id integer not null,
  scope text not null,
  -- Null: the usual columns, which follow the fields of the level.
  columns text[],
  pinned text[] not null,
  widths jsonb not null,
  row_height text not null,
  -- The JSON value null: no totals row.
  totals jsonb not null,
  primary key (tenant_id, user_id, scope),
  foreign key (tenant_id, user_id) references app_user
);
call fence('column_set');
