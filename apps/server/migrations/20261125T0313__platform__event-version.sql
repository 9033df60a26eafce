-- Every statement names the version of the event that it writes.
alter table event alter column version drop default;
