-- Whether the event has happened that a record waits for at its node, and since when, by the clock of the database as
-- with events, it is there: what happened before that is not what it waits for.
alter table scenario_run
  add column heard boolean not null default false,
  add column placed_at timestamptz not null default now();
