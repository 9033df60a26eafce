-- The items of a page that files are attached to may be few among very many.
alter table timeline_place add column has_files boolean not null default false;
update timeline_place p set has_files = true from timeline_item i
where i.tenant_id = p.tenant_id and i.item_id = p.item_id and i.file_ids <> '{}';
create index timeline_place_file on timeline_place (tenant_id, record_id, occurred_at, item_id) where has_files;
