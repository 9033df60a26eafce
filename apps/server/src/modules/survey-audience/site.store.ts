import { query, type Db } from '../../platform/db/database.ts'
import type { StoredOrigin } from './installation.rules.ts'

/** Anyone can name an origin: so many are kept. */
const mostOrigins = 50

/** Writes down that a page called, in the place of the one that was seen longest ago where there are too many. */
export async function noteOrigin(
  db: Db,
  tenantId: number,
  { origin, seenAt, isSigned, failure }: StoredOrigin,
): Promise<void> {
  await query(
    db,
    `/*survey_origin.note*/
     with gone as (
       delete from survey_origin o where o.tenant_id = $1 and o.origin in (
         select origin from survey_origin where tenant_id = $1 and origin <> $2
         order by seen_at desc offset ${mostOrigins - 1}))
     insert into survey_origin (tenant_id, origin, seen_at, is_signed, failure) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, origin) do update
       set seen_at = excluded.seen_at, is_signed = excluded.is_signed, failure = excluded.failure`,
    [tenantId, origin, seenAt, isSigned, failure],
  )
}

/** The pages that loaded the snippet, latest first. */
export function listOrigins(db: Db, tenantId: number): Promise<StoredOrigin[]> {
  return query(
    db,
    `/*survey_origin.list*/ select origin, seen_at as "seenAt", is_signed as "isSigned", failure
     from survey_origin where tenant_id = $1 order by seen_at desc`,
    [tenantId],
  )
}
