-- Responses to surveys are searched like everything else that people wrote: all kinds but 6, what the ledger told.
drop index timeline_item_search;
drop index timeline_item_newest;
drop index timeline_place_kind;
drop index timeline_place_survey;
alter table timeline_item alter column search set expression as (
  case when kind <> 6 then to_tsvector('simple'::regconfig, regexp_replace(
    lower(left(title || ' ' || words, 100000) collate "pg_c_utf8"), '[^[:alnum:]]+', ' ', 'g')) end);
create index timeline_item_search on timeline_item using gin (search) where deleted_at is null and kind <> 6;
create index timeline_item_newest on timeline_item (tenant_id, occurred_at, item_id)
  where deleted_at is null and kind <> 6;
create index timeline_place_kind on timeline_place (tenant_id, record_id, kind, occurred_at, item_id) where kind <> 6;
