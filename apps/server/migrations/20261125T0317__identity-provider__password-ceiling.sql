-- New companies limit passwords to 30 characters until an administrator changes or lifts the limit.
alter table sign_in_settings alter column password_max_length set default 30;
