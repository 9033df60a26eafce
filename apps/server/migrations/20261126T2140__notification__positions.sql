-- Pages of all categories are one range of an index.
create index notification_position on notification (tenant_id, recipient, position);

-- The index by the last change made every addition to a notification an entry in all indexes. Creation never changes,
-- and nothing was last changed before it was created.
create index notification_created on notification (tenant_id, created_at);
drop index notification_updated;

-- Additions stay on the page of their row.
alter table notification set (fillfactor = 85);
