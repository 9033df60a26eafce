-- Surveys. What people are asked is in the versions, which never change.
create table survey (
  tenant_id integer not null references tenant,
  survey_id integer not null generated always as identity,
  name text not null,
  -- 1: NPS, 2: CSAT, 3: CES, 4: custom.
  type smallint not null check (type between 1 and 4),
  paused boolean not null default false,
  -- What the next version will be.
  draft jsonb not null,
  revision integer not null default 1,
  -- The version that is asked now; null before the first.
  version integer,
  published_at timestamptz,
  created_by integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted survey asks no one and is listed nowhere.
  deleted_at timestamptz,
  primary key (tenant_id, survey_id),
  foreign key (tenant_id, created_by) references app_user (tenant_id, user_id)
);
create index survey_creator on survey (tenant_id, created_by) where created_by is not null;
call fence('survey');

create table survey_version (
  tenant_id integer not null,
  survey_id integer not null,
  version integer not null,
  content jsonb not null,
  published_by integer,
  published_at timestamptz not null,
  primary key (tenant_id, survey_id, version),
  foreign key (tenant_id, survey_id) references survey on delete cascade,
  foreign key (tenant_id, published_by) references app_user (tenant_id, user_id)
);
create index survey_version_publisher on survey_version (tenant_id, published_by) where published_by is not null;
call fence('survey_version');
