-- Who or what made a change, where it was not a person in the app: an API token, or a part of Steward. The name is
-- the one it had then, so that history reads the same after the token or the automation is gone. All of it is null
-- for people.
alter table change_set
  add column via_kind text,
  add column via_id bigint,
  add column via_name text,
  -- What led to it, the first cause first: [{ "kind", "id", "name"?, "changeSetId"? }].
  add column causes jsonb,
  -- How many of the causes are automations.
  add column depth smallint not null default 0;

create or replace view record_act with (security_invoker = true) as
  select tenant_id, change_set_id, actor_id, source, action, at, undo_of, undone_by, forgotten_at,
    via_kind, via_id, via_name, causes, depth
  from change_set;

create or replace view record_change with (security_invoker = true) as
  select c.tenant_id, c.change_set_id, c.record_id, c.kind, c.version, c.before, c.after,
    s.actor_id, s.source, s.action, s.at, s.undo_of, s.undone_by,
    s.via_kind, s.via_id, s.via_name, s.causes, s.depth
  from change c
  join change_set s on s.tenant_id = c.tenant_id and s.change_set_id = c.change_set_id;

-- Events on their way get what subscribers now expect of them.
create temporary view act_facts as
  select tenant_id, change_set_id, jsonb_build_object('source', source, 'operation', action,
    'actor', jsonb_build_object('kind', case when actor_id is not null then 'person'
      when action = 'score' then 'health' else 'calculation' end, 'id', actor_id),
    'causes', '[]'::jsonb, 'depth', 0) as facts
  from change_set;
update event e set payload = e.payload || a.facts from act_facts a
where e.type = 'record.changed' and a.tenant_id = e.tenant_id
  and a.change_set_id = (e.payload ->> 'changeSetId')::bigint;
update event_failure e set payload = e.payload || a.facts from act_facts a
where e.type = 'record.changed' and a.tenant_id = e.tenant_id
  and a.change_set_id = (e.payload ->> 'changeSetId')::bigint;
drop view act_facts;

-- Through what a bulk job, and its undo, were asked for; null for people in the app.
alter table bulk_job
  add column via jsonb,
  add column undo_via jsonb;

-- The name of a token comes with the token, so that what it does carries it.
drop function find_api_token(bytea);
create function find_api_token(hash bytea)
  returns table (tenant_id integer, api_token_id integer, user_id integer, scope text, name text,
    permissions text[], expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id, t.api_token_id, t.user_id, t.scope, t.name, t.permissions, t.expires_at, t.last_used_at,
    t.revoked_at
  from api_token t where t.token_hash = hash
$$;
