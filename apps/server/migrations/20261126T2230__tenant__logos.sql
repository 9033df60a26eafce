-- Whether logos of customers are fetched from their websites, if the operator allows it.
alter table tenant add column fetches_logos boolean not null default false;
