-- Mails with customers, in threads, and the texts that mails are begun with.
create table email_thread (
  tenant_id integer not null,
  thread_id integer generated always as identity,
  -- 0 active, 10 hidden
  status smallint not null default 0 check (status in (0, 10)),
  -- 0 everyone, 1 team, 2 participants; as the items of the timeline
  audience smallint not null check (audience between 0 and 2),
  message_count integer not null default 0,
  -- The record that it was begun with.
  record_id bigint not null,
  owner_id integer not null,
  -- The users who take part.
  participants integer[] not null,
  last_at timestamptz not null,
  subject text not null,
  -- The subject without Re: and its like, in lower case.
  subject_base text not null,
  primary key (tenant_id, thread_id),
  foreign key (tenant_id, record_id) references record on delete cascade,
  foreign key (tenant_id, owner_id) references app_user
);
create index email_thread_record on email_thread (tenant_id, record_id);
create index email_thread_owner on email_thread (tenant_id, owner_id);
create index email_thread_subject on email_thread (tenant_id, subject_base, last_at);
call fence('email_thread');

-- The records on whose page a thread is; those above them have it too.
create table email_thread_link (
  tenant_id integer not null,
  thread_id integer not null,
  record_id bigint not null,
  primary key (tenant_id, thread_id, record_id),
  foreign key (tenant_id, thread_id) references email_thread on delete cascade,
  foreign key (tenant_id, record_id) references record on delete cascade
);
create index email_thread_link_record on email_thread_link (tenant_id, record_id);
call fence('email_thread_link');

create table email_message (
  tenant_id integer not null,
  message_id integer generated always as identity,
  thread_id integer not null,
  -- 0 received, 1 waiting, 2 sent, 3 failed
  state smallint not null check (state between 0 and 3),
  attempts smallint not null default 0,
  author_id integer,
  importer_id integer,
  -- The mail as it came.
  source_file_id integer,
  item_id bigint,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- The Message-ID without its brackets, or one that was made of what the mail says.
  header_id text not null,
  in_reply_to text,
  reference_ids text[] not null default '{}',
  failure text,
  subject text not null,
  -- What it says, where the quoted rest begins, and where the signature before that.
  body text not null,
  signature_at integer not null,
  quote_at integer not null,
  html text,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, thread_id) references email_thread on delete cascade,
  foreign key (tenant_id, author_id) references app_user,
  foreign key (tenant_id, importer_id) references app_user,
  foreign key (tenant_id, source_file_id) references stored_file,
  foreign key (tenant_id, item_id) references timeline_item on delete set null (item_id)
);
create unique index email_message_header on email_message (tenant_id, header_id);
create index email_message_thread on email_message (tenant_id, thread_id, occurred_at);
create index email_message_author on email_message (tenant_id, author_id);
create index email_message_importer on email_message (tenant_id, importer_id);
create index email_message_source on email_message (tenant_id, source_file_id);
create index email_message_item on email_message (tenant_id, item_id);
call fence('email_message');

create table email_address (
  tenant_id integer not null,
  message_id integer not null,
  -- 0 from, 1 to, 2 cc, 3 bcc, 4 where answers go
  role smallint not null check (role between 0 and 4),
  position smallint not null,
  name text not null,
  address text not null,
  primary key (tenant_id, message_id, role, position),
  foreign key (tenant_id, message_id) references email_message on delete cascade
);
call fence('email_address');

create table email_file (
  tenant_id integer not null,
  message_id integer not null,
  position smallint not null,
  file_id integer not null,
  -- By which its HTML names it as a picture.
  content_id text,
  primary key (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references email_message on delete cascade,
  foreign key (tenant_id, file_id) references stored_file
);
create index email_file_file on email_file (tenant_id, file_id);
call fence('email_file');

-- Every Message-ID that a thread has or names, by which what comes later finds it.
create table email_reference (
  tenant_id integer not null,
  header_id text not null,
  thread_id integer not null,
  primary key (tenant_id, header_id, thread_id),
  foreign key (tenant_id, thread_id) references email_thread on delete cascade
);
create index email_reference_thread on email_reference (tenant_id, thread_id);
call fence('email_reference');
