-- The color that customers see on the pages of a company; null: Steward's.
alter table tenant add column color text check (color ~ '^#[0-9a-f]{6}$');
