-- No user stored a picture that Steward fetched.
alter table image alter column created_by drop not null;

-- What was fetched from the website of an organization or account; no image: the site has none that can be shown.
create table record_logo (
  tenant_id integer not null,
  record_id bigint not null,
  -- The value of the field at that time, from which the address was made.
  website text not null check (length(website) <= 300),
  image_uid text,
  fetched_at timestamptz not null,
  primary key (tenant_id, record_id),
  foreign key (tenant_id, record_id) references record on delete cascade,
  foreign key (tenant_id, image_uid) references image
);
create index record_logo_image on record_logo (tenant_id, image_uid) where image_uid is not null;
-- Records of one website share its picture.
create index record_logo_website on record_logo (tenant_id, website);
call fence('record_logo');
