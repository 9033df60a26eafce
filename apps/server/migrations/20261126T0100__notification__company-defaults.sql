-- A user's choices alone; whatever is not among them follows the company's defaults.
alter table notification_preference add column choices jsonb not null default '{}';
update notification_preference set choices = switches
  || jsonb_strip_nulls(jsonb_build_object('mailTiming', mail_timing, 'digestHour', digest_hour))
  || case when quiet_from is null then '{}' else jsonb_build_object('quietFrom', quiet_from, 'quietTo', quiet_to) end
  || jsonb_build_object('browserNotifications', browser);
alter table notification_preference
  drop column switches, drop column mail_timing, drop column digest_hour,
  drop column quiet_from, drop column quiet_to, drop column browser;

-- What administrators choose for everyone who has not chosen otherwise; the rest is as delivered.
create table notification_default (
  tenant_id integer primary key references tenant,
  choices jsonb not null default '{}'
);
call fence('notification_default');
