-- Events of a record one after the other, and events with only ids.
alter table webhook add column ordered boolean not null default false;
alter table webhook add column thin boolean not null default false;
