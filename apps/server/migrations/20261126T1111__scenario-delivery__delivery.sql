-- What scenarios send out of Steward: emails to contacts, and calls of addresses.
create table scenario_delivery (
  tenant_id integer not null,
  delivery_id bigint not null generated always as identity,
  scenario_id integer not null,
  -- The visit of a record to a node that caused it.
  run_id bigint not null,
  node_key text not null,
  arrived_at timestamptz not null,
  record_id bigint not null,
  -- 1: email, 2: call.
  kind smallint not null check (kind between 1 and 2),
  -- 0 for a call. Not a foreign key: what was sent stays known when its contact is deleted.
  contact_id bigint not null,
  target text not null,
  subject text not null,
  -- What is sent; null once it needs to be sent no more.
  content jsonb,
  -- 1: waiting, 2: delivered, 3: failed, 4: held, 5: skipped.
  state smallint not null default 1 check (state between 1 and 5),
  -- How often it was put into the outbox.
  round smallint not null default 1,
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, delivery_id),
  foreign key (tenant_id, run_id) references scenario_run on delete cascade,
  foreign key (tenant_id, scenario_id) references scenario on delete cascade
);
-- A visit sends the same thing to the same contact once.
create unique index scenario_delivery_visit
  on scenario_delivery (tenant_id, run_id, node_key, arrived_at, contact_id);
create index scenario_delivery_contact on scenario_delivery (tenant_id, contact_id, created_at) where kind = 1;
create index scenario_delivery_scenario on scenario_delivery (tenant_id, scenario_id, ended_at);
create index scenario_delivery_ended on scenario_delivery (tenant_id, ended_at);
call fence('scenario_delivery');

-- Contacts who want no more emails of scenarios, with the address to which they said so. They stay when a contact is
-- deleted: one who is restored or imported again is not written to either.
create table scenario_opt_out (
  tenant_id integer not null references tenant,
  record_id bigint not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, record_id, address)
);
create index scenario_opt_out_address on scenario_opt_out (tenant_id, address);
call fence('scenario_opt_out');
