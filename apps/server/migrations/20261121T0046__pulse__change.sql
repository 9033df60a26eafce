-- What an act on an entry of a pulse did to its record, so that undoing the one takes back the other.
create table pulse_change (
  tenant_id integer not null,
  change_set_id bigint not null,
  item_id bigint not null,
  -- What the entry said, and of when it was, before an edit; null where it came or went.
  pulse_before smallint,
  at_before timestamptz,
  act text not null check (act in ('come', 'go', 'edit')),
  primary key (tenant_id, change_set_id, item_id),
  foreign key (tenant_id, change_set_id) references change_set,
  foreign key (tenant_id, item_id) references timeline_item
);
create index pulse_change_item on pulse_change (tenant_id, item_id);
call fence('pulse_change');

-- The newest entry of a record, and the one before another.
create index timeline_item_pulse on timeline_item (tenant_id, record_id, occurred_at, item_id)
  where kind = 3 and deleted_at is null;
