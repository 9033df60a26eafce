-- The ids that a foreseen record will have in other systems; null where they are not known.
alter table import_foreseen add column source_ids text[];
create index import_foreseen_source on import_foreseen using gin (source_ids);
