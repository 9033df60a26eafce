import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'
import { smallLevel, type NameSamples } from './record-list.search.rules.ts'

const probes = 4000

/** Names at random places of the tenant's ids: some ten milliseconds, whatever the size. */
function readNames(db: Db, tenantId: number): Promise<{ level: LevelId; names: string[] }[]> {
  return query(
    db,
    `with range as (
       select min(record_id) as least, max(record_id) as most from record where tenant_id = ${tenantId}
     ), probe as materialized (
       select least + (random() * (most - least))::int8 as place from range, generate_series(1, ${probes})
     ), found as (
       select distinct on (f.record_id) f.level, f.name_folded from probe, lateral (
         select r.record_id, r.level, r.name_folded from record r
         where r.tenant_id = ${tenantId} and r.record_id >= place order by r.record_id limit 1) f
     )
     select level, array_agg(name_folded) as names from found group by level`,
  )
}

/** How many records each level has, with some of the names where a level has at least as many as `least`. */
export async function sampleNames(db: Db, tenantId: number, least = smallLevel): Promise<NameSamples> {
  const sizes = await query<{ level: LevelId; n: number }>(
    db,
    `select level, sum(n)::int8 as n from record_count where tenant_id = ${tenantId} group by level`,
  )
  // Where there are many small tenants, each would be sampled again and again for nothing.
  const names = sizes.some(({ n }) => n >= least) ? await readNames(db, tenantId) : []
  const namesOf = new Map(names.map((row) => [row.level, row.names]))
  return new Map(sizes.map((row) => [row.level, { names: namesOf.get(row.level) ?? [], size: row.n }]))
}
