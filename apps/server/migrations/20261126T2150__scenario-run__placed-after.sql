-- The last event there was when a run came to its node: those after it are what it may wait for, whatever the clock of
-- the database says. Runs from before know only the time.
alter table scenario_run add column placed_after bigint;
