-- Actions are listed by their rehearsal, in their order: one index for both.
alter table scenario_rehearsal_action
  drop constraint scenario_rehearsal_action_pkey,
  add primary key (tenant_id, rehearsal_id, action_id);
drop index scenario_rehearsal_action_list;
