/** Up to so many items are found by the index of words and sorted; more are walked through, the newest first. */
const few = 1000

/**
 * The items `rare` that hold all words of the tsquery `words`, an expression, unless they are too many; $1 is
 * the tenant. How many hold a word is not known until they are looked for, and no plan made before can tell.
 */
export function rareSql(words: string): string {
  return `rare as materialized (
    select i.item_id from timeline_item_fenced i
    where i.tenant_id = $1 and i.kind < 6 and i.deleted_at is null and i.search @@ ${words} limit ${few + 1})`
}

/** Conditions of which one holds, and keeps the other way of searching from being gone. */
export const areFew = `(select count(*) from rare) <= ${few}`
export const areMany = `(select count(*) from rare) > ${few}`

/**
 * A tsquery of letters, digits and operators as words are indexed. It stands in the text of a statement, which
 * must not have a name: a plan for any words at all is a bad one for most of them.
 */
export const wordsSql = (words: string): string =>
  `to_tsquery('simple', lower('${words.replaceAll("'", "''").replaceAll('\\', '')}' collate "pg_c_utf8"))`
