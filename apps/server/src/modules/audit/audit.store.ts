import type { AuditEntry } from '@steward/contracts/audit'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { NewEntry } from './audit.rules.ts'

/** An entry as the table holds it. */
export type EntryRow = Omit<AuditEntry, 'at' | 'device'> & { at: Date; userAgent: string | null }

export interface EntryFilter {
  /** First and last day in UTC, YYYY-MM-DD. */
  from?: string | undefined
  to?: string | undefined
  actorId?: number | undefined
  /** An action, or the noun before its dot. */
  action?: string | undefined
  outcome?: 'done' | 'refused' | undefined
  /** Part of the summary, an address or a name. */
  query?: string | undefined
}

export async function insertEntry(db: Db | Tx, tenantId: number, entry: NewEntry): Promise<void> {
  await query(
    db,
    `/*audit.insert*/
    insert into audit_entry (tenant_id, at, action, outcome, summary, actor_kind, actor_id, actor_name,
      subject_kind, subject_id, subject_name, address, user_agent, details)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tenantId,
      entry.at,
      entry.action,
      entry.outcome,
      entry.summary,
      entry.actorKind,
      entry.actorId,
      entry.actorName,
      entry.subjectKind,
      entry.subjectId,
      entry.subjectName,
      entry.address,
      entry.userAgent,
      JSON.stringify(entry.details),
    ],
  )
}

const columns = `audit_id "auditId", at, action, outcome, summary, actor_kind "actorKind", actor_id "actorId",
  actor_name "actorName", subject_kind "subjectKind", subject_id "subjectId", subject_name "subjectName", address,
  user_agent "userAgent", details`

/** A pattern for `ilike` that finds a part of a text. */
function partPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The conditions that the filter asks for; its values go into `values`. */
function conditionsOf(filter: EntryFilter, values: unknown[]): string[] {
  const conditions: string[] = []
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value === undefined || value === '') return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  add(filter.from, (day) => `at >= ${day}::date`)
  add(filter.to, (day) => `at < ${day}::date + 1`)
  add(filter.actorId, (id) => `actor_id = ${id}::bigint`)
  add(filter.action, (action) => `(action = ${action} or starts_with(action, ${action} || '.'))`)
  add(filter.outcome, (outcome) => `outcome = ${outcome}`)
  add(
    filter.query && partPattern(filter.query),
    (part) =>
      `(summary ilike ${part} or actor_name ilike ${part} or subject_name ilike ${part} or address ilike ${part})`,
  )
  return conditions
}

/** Entries that the filter finds, newest first, older than the entry `before`. */
export function listEntries(
  db: Db,
  tenantId: number,
  filter: EntryFilter & { before?: number | undefined; limit: number },
): Promise<EntryRow[]> {
  const values: unknown[] = [tenantId, filter.limit, filter.before ?? null]
  const conditions = ['tenant_id = $1', '($3::bigint is null or audit_id < $3::bigint)']
  conditions.push(...conditionsOf(filter, values))
  return query<EntryRow>(
    db,
    `select ${columns} from audit_entry where ${conditions.join(' and ')} order by audit_id desc limit $2`,
    values,
  )
}

/** Every action that was ever written down; hops along the index instead of reading every entry. */
export async function listActions(db: Db, tenantId: number): Promise<string[]> {
  const rows = await query<{ action: string }>(
    db,
    `/*audit.actions*/
    with recursive known as (
      (select action from audit_entry where tenant_id = $1 order by action limit 1)
      union all
      select (select e.action from audit_entry e where e.tenant_id = $1 and e.action > known.action
              order by e.action limit 1)
      from known where known.action is not null
    )
    select action from known where action is not null order by action`,
    [tenantId],
  )
  return rows.map(({ action }) => action)
}
