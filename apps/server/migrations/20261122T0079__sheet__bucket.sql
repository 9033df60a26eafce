-- Where files lie in a bucket, processes need no folder in common: uploads are pieces there, in their order,
-- each { "name", "size" }; an upload without pieces lies in the data folder.
alter table upload add column pieces jsonb not null default '[]';

-- Whether the file of an export lies there.
alter table export add column in_bucket boolean not null default false;
