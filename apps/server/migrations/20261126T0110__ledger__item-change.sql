-- What operations did to items that are no records, such as tasks: beside the changes of records, and of the same
-- change sets. Written with the item by the module that owns it.
create table item_change (
  tenant_id integer not null,
  change_set_id bigint not null,
  -- What kind of item it is: the name under which its module is registered.
  subject text not null,
  item_id bigint not null,
  -- 1: created, 2: changed, 3: deleted.
  kind smallint not null check (kind between 1 and 3),
  -- Of a change the keys that differ, of a deletion the whole item; null for a creation.
  before jsonb,
  after jsonb,
  -- Of the item afterwards.
  version integer not null,
  primary key (tenant_id, subject, item_id, change_set_id),
  foreign key (tenant_id, change_set_id) references change_set (tenant_id, change_set_id)
);
create index item_change_set on item_change (tenant_id, change_set_id, subject, item_id);
call fence('item_change');
