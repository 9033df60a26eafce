/** Under which score responses are counted that have none, or are partial. */
export const uncounted = { noScore: -1, partial: -2 } as const

const addSql = `on conflict (tenant_id, survey_id, day, score, part) do update set responses = c.responses + excluded.responses`

/** Adds rows (survey_id, day, score, n) to the counts of the tenant `$1`. */
export const countSql = (deltas: string): string => `
  insert into survey_count as c (tenant_id, survey_id, day, score, responses)
  select $1, survey_id, day, score, sum(n) from ${deltas} d group by survey_id, day, score having sum(n) <> 0
  order by survey_id, day, score
  ${addSql}`

/**
 * Counts the response that `put` wrote in a row of its own, and takes what it was counted as before away: people who answer
 * at the same moment don't wait for each other. `foldSql` adds these rows to the others.
 */
export const countApartSql = `
  insert into survey_count as c (tenant_id, survey_id, day, score, part, responses)
  select $1, survey_id, day, counted, response_id, 1 from put where was is distinct from counted
  union all select $1, survey_id, day, was, response_id, -1 from put where was <> counted
  ${addSql}`

/** Adds the rows of single responses of the tenant `$1` to those of their day and score. */
export const foldSql = `with loose as (
    delete from survey_count where tenant_id = $1 and part <> 0 returning survey_id, day, score, responses as n)
  ${countSql('loose')}`
