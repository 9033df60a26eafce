-- Items are found by the words of their comments, which stand behind their own, after a line separator.
update timeline_item i set words = i.words || E'\u2028' || c.words
from (
  select tenant_id, item_id, right(string_agg(
    case when body like '{"type":"doc"%' then (
      select coalesce(string_agg(t #>> '{}', ' '), '')
      from jsonb_path_query(body::jsonb, 'strict $.**.text', '{}', true) t)
    else body end, E'\n' order by comment_id), 20000) as words
  from timeline_comment where deleted_at is null group by tenant_id, item_id
) c
where c.tenant_id = i.tenant_id and c.item_id = i.item_id;
