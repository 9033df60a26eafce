-- The version that a record has after a change. A change set is numbered when it is opened, and a job writes into
-- one for minutes: which of two changes of a record came later, only its versions tell, and where they are the same
-- the sets. Changes of before this have none: they are older than those with one.
alter table change add column version integer not null default 0;
