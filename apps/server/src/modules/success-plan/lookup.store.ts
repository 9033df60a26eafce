import {
  builtInLookups,
  planLookupTypeId,
  planLookupTypes,
  type PlanLookup,
  type PlanMeaning,
} from '@steward/contracts/plain/success-plan'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

interface Row {
  lookupId: number
  type: number
  name: string
  meaning: PlanMeaning
  isActive: boolean
}

/** The entries of a company: those that every company has, as it calls them, and its own. */
export async function listLookups(db: Db | Tx, tenantId: number): Promise<PlanLookup[]> {
  const rows = await query<Row>(
    db,
    `/*success_plan.lookups*/ select lookup_id as "lookupId", type, name, meaning, active as "isActive"
     from success_plan_lookup where tenant_id = $1 order by lookup_id`,
    [tenantId],
  )
  const own = rows.map((row) => ({ ...row, type: planLookupTypes[row.type - 1] ?? 'SUCCESS_PLAN_STATUS' }))
  const byId = new Map(own.map((entry) => [entry.lookupId, entry]))
  const known = new Set(builtInLookups.map(({ lookupId }) => lookupId))
  return [
    ...builtInLookups.map((entry) => byId.get(entry.lookupId) ?? entry),
    ...own.filter(({ lookupId }) => !known.has(lookupId)),
  ]
}

/** Adds an entry of the company's own; answers its id. */
export async function insertLookup(
  tx: Tx,
  tenantId: number,
  { type, name, meaning }: Pick<PlanLookup, 'type' | 'name' | 'meaning'>,
): Promise<number> {
  const [row] = await query<{ id: number }>(
    tx,
    `insert into success_plan_lookup (tenant_id, type, name, meaning) values ($1, $2, $3, $4)
     returning lookup_id as id`,
    [tenantId, planLookupTypeId(type), name, meaning],
  )
  return (row as { id: number }).id
}

/** Saves an entry under its id. */
export async function putLookup(tx: Tx, tenantId: number, entry: PlanLookup): Promise<void> {
  await query(
    tx,
    `insert into success_plan_lookup (tenant_id, lookup_id, type, name, meaning, active)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, lookup_id) do update set name = excluded.name, active = excluded.active`,
    [tenantId, entry.lookupId, planLookupTypeId(entry.type), entry.name, entry.meaning, entry.isActive],
  )
}

/** Lets one operation on the lookups of a company follow the other. */
export async function lockLookups(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('success_plan_lookup', $1))`, [tenantId])
}
