-- Someone who imports a mail that they may not see gets a copy of their own.
drop index email_message_header;
create index email_message_header on email_message (tenant_id, header_id);
