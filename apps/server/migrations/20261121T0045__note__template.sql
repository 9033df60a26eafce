-- What a note may begin with.
create table note_template (
  tenant_id integer not null references tenant,
  template_id integer generated always as identity,
  name text not null,
  title text not null default '',
  body text not null default '',
  primary key (tenant_id, template_id)
);
create unique index note_template_name on note_template (tenant_id, lower(name));

-- The templates that a new tenant begins with, for those that are there already.
insert into note_template (tenant_id, name, title, body)
select t.tenant_id, f.name, f.title, f.body
from tenant t, (values
  ('Kick-off', 'Kick-off', '{"type":"doc","plainText":"Goals\n- \nHow they work today\n- \nRisks\n- \nFirst steps\n[ ] ","content":[{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Goals"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"How they work today"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Risks"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"First steps"}]},{"type":"taskList","content":[{"type":"taskItem","attrs":{"checked":false},"content":[{"type":"paragraph"}]}]}]}'),
  ('Meeting minutes', 'Meeting', '{"type":"doc","plainText":"Who took part\n- \nWhat was said\n- \nNext steps\n[ ] ","content":[{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Who took part"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"What was said"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Next steps"}]},{"type":"taskList","content":[{"type":"taskItem","attrs":{"checked":false},"content":[{"type":"paragraph"}]}]}]}'),
  ('Quarterly review', 'Quarterly review', '{"type":"doc","plainText":"What changed since last time\n- \nNumbers\n- \nWishes\n- \nWhat we agreed\n[ ] ","content":[{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"What changed since last time"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Numbers"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"Wishes"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph"}]}]},{"type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"What we agreed"}]},{"type":"taskList","content":[{"type":"taskItem","attrs":{"checked":false},"content":[{"type":"paragraph"}]}]}]}')
) as f (name, title, body)
where t.tenant_id > 0;

call fence('note_template');
