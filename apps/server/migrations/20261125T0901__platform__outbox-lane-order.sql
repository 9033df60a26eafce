-- Entries of a destination are listed in the order in which they were added.
create index outbox_item_order on outbox_item (tenant_id, lane, item_id);
drop index outbox_item_lane;
