-- The page on which a user begins; null: that of the company.
alter table app_user add column start_page text
  check (start_page in ('organizations', 'accounts', 'contacts', 'pipelines', 'today', 'tasks'));
