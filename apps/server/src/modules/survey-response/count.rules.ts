/** Under which score responses are counted that have none, or are partial. */
export const uncounted = { noScore: -1, partial: -2 } as const

/** Adds rows (survey_id, day, score, n) to the counts of the tenant `$1`. */
export const countSql = (deltas: string): string => `
  insert into survey_count as c (tenant_id, survey_id, day, score, responses)
  select $1, survey_id, day, score, sum(n) from ${deltas} d group by survey_id, day, score having sum(n) <> 0
  order by survey_id, day, score
  on conflict (tenant_id, survey_id, day, score) do update set responses = c.responses + excluded.responses`
