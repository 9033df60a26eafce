create table email_template (
  tenant_id integer not null references tenant,
  template_id integer generated always as identity,
  name text not null,
  subject text not null,
  body text not null,
  created_by integer not null,
  updated_at timestamptz not null,
  primary key (tenant_id, template_id),
  foreign key (tenant_id, created_by) references app_user
);
create unique index email_template_name on email_template (tenant_id, lower(name));
create index email_template_maker on email_template (tenant_id, created_by);
call fence('email_template');
