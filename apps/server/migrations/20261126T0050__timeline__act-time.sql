-- What was logged, edited or deleted in a time is read in its order.
create index timeline_item_created on timeline_item (tenant_id, created_at);
create index timeline_revision_at on timeline_revision (tenant_id, at);
