-- What pages were given and have not shown, by which it is found again and forgotten.
create index survey_ask_offer on survey_ask (tenant_id, offered_at) where asked_at is null;
