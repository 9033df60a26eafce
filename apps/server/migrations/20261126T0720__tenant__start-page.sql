-- The page on which people begin who have not chosen one.
alter table tenant add column start_page text not null default 'organizations'
  check (start_page in ('organizations', 'accounts', 'contacts', 'pipelines', 'today', 'tasks'));
