-- How far the scores of a level have followed the version in effect, and the day.
create table score_refresh (
  tenant_id integer not null references tenant,
  level smallint not null check (level between 1 and 4),
  -- The version that all records are scored by; null at first, when there are none.
  version_id integer,
  -- The last day for which all were scored.
  day date not null,
  running boolean not null default false,
  revision integer not null default 1,
  cursor bigint not null default 0,
  done bigint not null default 0,
  total bigint not null default 0,
  change_set_id bigint,
  finished_at timestamptz,
  primary key (tenant_id, level),
  foreign key (tenant_id, version_id) references health_version,
  foreign key (tenant_id, change_set_id) references change_set
);
create index score_refresh_version on score_refresh (tenant_id, version_id);
create index score_refresh_change_set on score_refresh (tenant_id, change_set_id) where change_set_id is not null;
call fence('score_refresh');

-- Records of which something changed that a score may read.
create table score_pending (
  tenant_id integer not null references tenant,
  level smallint not null,
  record_id bigint not null,
  primary key (tenant_id, level, record_id)
);
call fence('score_pending');
