create index email_message_queued on email_message (tenant_id, message_id) where state = 1;

-- Gives up queued e-mails of every tenant whose last attempt ended without an answer, so that they can be sent again.
create function tidy_emails(most_attempts integer) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  update email_message set state = 3, failure = 'The last attempt ended without an answer.'
    where state = 1 and attempts >= most_attempts
$$;
