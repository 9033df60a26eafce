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

/** Up to so many items are found by the index of words and sorted; more are walked through, the newest first. */
const few = 1000

/**
 * The items `rare` that hold all words of the tsquery `words`, an expression, unless they are too many; $1 is
 * the tenant. How many hold a word is not known until they are looked for, and no plan made before can tell.
 */
export function rareSql(words: string): string {
  return `rare as materialized (
    select i.item_id from timeline_item_fenced i
    where i.tenant_id = $1 and i.kind <> 6 and i.deleted_at is null and i.search @@ ${words} limit ${few + 1})`
}

/** Conditions of which one holds, and keeps the other way of searching from being gone. */
export const areFew = `(select count(*) from rare) <= ${few}`
export const areMany = `(select count(*) from rare) > ${few}`

/**
 * A tsquery of letters, digits and operators as words are indexed. It is in the text of a statement, which
 * must not have a name: a plan for any words at all is a bad one for most of them.
 */
export const wordsSql = (words: string): string =>
  `to_tsquery('simple', lower('${words.replaceAll("'", "''").replaceAll('\\', '')}' collate "pg_c_utf8"))`
