-- Few items are not for everyone. With an index of these alone, a statement over many places need not read the others.
create index timeline_item_restricted on timeline_item (tenant_id, item_id) where audience <> 0;
