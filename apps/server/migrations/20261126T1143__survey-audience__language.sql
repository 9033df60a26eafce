-- The field of contacts that says in which language they get mails.
alter table survey_setting add column language_field text;
