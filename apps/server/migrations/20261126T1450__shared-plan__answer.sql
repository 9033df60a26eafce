-- A comment on a shared page can be the answer of a teammate: `user_id` says whose; null where a customer wrote it.
alter table shared_plan_comment add column user_id integer;
alter table shared_plan_comment
  add foreign key (tenant_id, user_id) references app_user (tenant_id, user_id);
create index shared_plan_comment_user on shared_plan_comment (tenant_id, user_id) where user_id is not null;
