/**
 * Writes the places of items: with their records, and above those. `source` is a relation with the columns
 * of items and `pinned`; $1 is the tenant. Where an item gets to a page by several ways, it lies there
 * itself before anything else, and by its own record before linked ones.
 */
export function placesSql(source: string): string {
  return `insert into timeline_place (tenant_id, record_id, occurred_at, item_id, via_id, author_id, kind, pinned, has_files)
    select distinct on (x.item_id, p.record_id)
      $1::int, p.record_id, x.occurred_at, x.item_id, v.record_id, x.author_id, x.kind, x.pinned, x.file_ids <> '{}'
    from ${source} x
    cross join lateral unnest(x.record_id || x.linked_ids) with ordinality as own(record_id, nth)
    join record v on v.tenant_id = $1 and v.record_id = own.record_id
    cross join lateral (values (v.record_id), (v.account_id), (v.organization_id)) as p(record_id)
    where p.record_id is not null
    order by x.item_id, p.record_id, v.record_id <> p.record_id, own.nth`
}
