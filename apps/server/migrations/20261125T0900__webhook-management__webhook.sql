-- Endpoints that are told what happens. Secrets, credentials and the values of headers are encrypted.
create table webhook (
  tenant_id integer not null,
  webhook_id integer not null generated always as identity,
  status smallint not null check (status in (0, 1)),
  endpoint text not null,
  events text[] not null,
  authentication text not null check (authentication in ('none', 'basic', 'token')),
  username text,
  credential text,
  header_names text[] not null default '{}',
  -- The values in the order of their names, as JSON.
  header_values text,
  -- Null where a company was moved without its secrets; it then has to be rotated.
  secret text,
  previous_secret text,
  -- Until when the previous secret signs too.
  previous_until timestamptz,
  batches boolean not null default false,
  condition_level smallint,
  condition jsonb,
  included_fields text[],
  created_by integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When and why it was deactivated without a person's doing.
  disabled_at timestamptz,
  disabled_reason text,
  primary key (tenant_id, webhook_id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, user_id)
);
create index webhook_creator on webhook (tenant_id, created_by);
call fence('webhook');

-- The bytes that are sent, as they were when the event happened. Stored once for all webhooks that send the same
-- fields: `variant` tells which.
create table webhook_message (
  tenant_id integer not null,
  message_id bigint not null generated always as identity,
  event_id text not null,
  variant text not null default '',
  type text not null,
  change_set_id bigint,
  payload text not null,
  created_at timestamptz not null,
  primary key (tenant_id, message_id)
);
create unique index webhook_message_event on webhook_message (tenant_id, event_id, variant);
create index webhook_message_age on webhook_message (tenant_id, created_at);
call fence('webhook_message');
