-- Keys of one purpose that were made of an older secret key, encrypted with the newest: what was hashed with
-- them is known by them after the secret key itself is gone.
create table kept_key (
  tenant_id integer not null,
  purpose text not null,
  -- Of the secret key that it was made of.
  key_id text not null,
  sealed text not null,
  primary key (tenant_id, purpose, key_id)
);
call fence('kept_key');
