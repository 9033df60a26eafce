-- What activities are: calls, meetings and whatever else a tenant defines.
create table activity_type (
  tenant_id integer not null references tenant,
  activity_type_id integer generated always as identity,
  active boolean not null default true,
  name text not null,
  icon text not null,
  description text not null default '',
  primary key (tenant_id, activity_type_id)
);
create unique index activity_type_name on activity_type (tenant_id, lower(name));

-- The types that a new tenant begins with, for those that are there already.
insert into activity_type (tenant_id, name, icon, description)
select t.tenant_id, f.name, f.icon, f.description
from tenant t, (values
  ('Call', 'phone', 'A talk on the phone'),
  ('Meeting', 'users', 'Face to face or on screen'),
  ('Email', 'mail', 'What was settled by e-mail'),
  ('Demo', 'presentation', 'The product was shown'),
  ('QBR', 'chart-bar', 'Quarterly business review'),
  ('Onboarding', 'rocket', 'Getting started with the product'),
  ('Training', 'school', 'People learnt to work with the product'),
  ('Support', 'lifebuoy', 'Help with something that did not work')
) as f (name, icon, description)
where t.tenant_id > 0;

call fence('activity_type');

-- How many activities have each type.
create index timeline_item_activity on timeline_item (tenant_id, ((details->>'activityTypeId')::int))
  where kind = 2 and deleted_at is null;
