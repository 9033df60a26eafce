import type { AskGate } from '@steward/contracts/plain/survey/audience'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

/** A condition on the contact `r`, with the values that it names. */
export interface GateSql {
  text: string
  values: readonly unknown[]
}

const level = 3

/** How many contacts each gate keeps out; null for those who pass all of them. */
export function countByGate(
  db: Db,
  tenantId: number,
  gate: GateSql,
): Promise<{ gate: AskGate | null; contacts: number }[]> {
  return query(
    db,
    `select g.gate, count(*)::int as contacts from (
       select ${gate.text} as gate from record_fenced r
       where r.tenant_id = ${tenantId} and r.level = ${level} offset 0) g
     group by g.gate`,
    gate.values,
  )
}

export interface AskedContact {
  recordId: number
  name: string
  email: string | null
  /** As the field of the company says it; null where there is none. */
  language: string | null
}

/** The next contacts who pass all gates, by id; `language` is SQL over `r`. */
export function listAsked(
  db: Db | Tx,
  tenantId: number,
  gate: GateSql,
  { after, limit, language = 'null' }: { after: number; limit: number; language?: string },
): Promise<AskedContact[]> {
  return query(
    db,
    `select r.record_id as "recordId", r.name, r.email, ${language} as language from record_fenced r
     where r.tenant_id = ${tenantId} and r.level = ${level} and r.record_id > ${after} and (${gate.text}) is null
     order by r.record_id limit ${limit}`,
    gate.values,
  )
}

/** The gate that keeps one contact out; undefined where there is no such contact. */
export async function findGate(
  db: Db | Tx,
  tenantId: number,
  recordId: number,
  gate: GateSql,
): Promise<{ gate: AskGate | null; name: string } | undefined> {
  const [row] = await query<{ gate: AskGate | null; name: string }>(
    db,
    `select ${gate.text} as gate, r.name from record_fenced r
     where r.tenant_id = ${tenantId} and r.level = ${level} and r.record_id = ${recordId}`,
    gate.values,
  )
  return row
}

/** The gate that keeps a browser out. Its condition names the tenant as $1. */
export async function findVisitorGate(db: Db | Tx, { text, values }: GateSql): Promise<AskGate | null> {
  const [row] = await query<{ gate: AskGate | null }>(db, `select ${text} as gate`, values)
  return row?.gate ?? null
}

/** The contact whom a page names by an external id, or else by an email address; undefined where there is none. */
export async function findContact(
  db: Db | Tx,
  tenantId: number,
  { userId, email }: { userId?: string | undefined; email?: string | undefined },
): Promise<number | undefined> {
  const condition = userId === undefined ? 'lower(email) = lower($2)' : 'external_id = $2'
  const [row] = await query<{ id: number }>(
    db,
    `select record_id as id from record_fenced
     where tenant_id = $1 and level = ${level} and ${condition} and not archived order by record_id limit 1`,
    [tenantId, userId ?? email],
  )
  return row?.id
}

/** Which of these contacts the actor's condition lets them see, with their names. */
export async function findSeen(
  db: Db | Tx,
  tenantId: number,
  recordId: number,
  scope: string,
): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    db,
    `select r.name from record_fenced r
     where r.tenant_id = $1 and r.level = ${level} and r.record_id = $2 and ${scope}`,
    [tenantId, recordId],
  )
  return row?.name
}

/** Which of these records were asked a survey. */
export async function findAskedRecords(
  db: Db | Tx,
  tenantId: number,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    db,
    `/*survey_ask.dependents*/ select x.id from unnest($2::bigint[]) as x(id)
     where exists (select from survey_ask a where a.tenant_id = $1 and a.record_id = x.id)`,
    [tenantId, recordIds],
  )
  return new Set(rows.map(({ id }) => id))
}
