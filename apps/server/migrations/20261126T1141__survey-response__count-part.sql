-- An answer counts in a row of its own, which is added to the others of its day and score soon after: answers that come
-- together would wait for each other in one row.
alter table survey_count add column part bigint not null default 0;
comment on column survey_count.part is '0: added up; otherwise the response whose count has not been added yet';
-- The survey says which company's it is, and the response which survey's; each foreign key is a lock for every answer.
alter table survey_count
  drop constraint survey_count_tenant_id_fkey,
  drop constraint survey_count_tenant_id_survey_id_fkey,
  drop constraint survey_count_pkey,
  add primary key (tenant_id, survey_id, day, score, part);
create index survey_count_part on survey_count (tenant_id, survey_id) where part <> 0;
alter table survey_response drop constraint survey_response_tenant_id_fkey;
