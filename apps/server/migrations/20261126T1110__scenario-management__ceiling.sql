-- Limits that all scenarios of a company share; without a row the usual ones hold.
create table scenario_ceiling (
  tenant_id integer not null references tenant,
  -- Emails that a contact gets in 7 days; null: any number.
  messages_per_week integer check (messages_per_week > 0),
  -- Of each scenario without a limit of its own; null: any number.
  actions_per_day integer check (actions_per_day > 0),
  -- Emails go out on business days from this hour until before that one; null: at any time.
  hours_from smallint check (hours_from between 0 and 23),
  hours_to smallint check (hours_to > hours_from and hours_to <= 24),
  -- Events that are older let no record enter.
  late_event_hours integer not null check (late_event_hours > 0),
  primary key (tenant_id)
);
call fence('scenario_ceiling');
