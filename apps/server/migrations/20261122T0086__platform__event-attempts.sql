-- An event whose listeners fail waits by itself: how often it was told in vain, until when it waits (without end
-- once it is given up), and why.
alter table event add column attempts smallint not null default 0;
alter table event add column retry_at timestamptz;
alter table event add column failure text;
