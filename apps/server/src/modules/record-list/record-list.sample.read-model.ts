import type { LevelId } from '@steward/contracts/level'
import { query, type Db } from '../../platform/db/database.ts'
import { smallLevel, type NameSample, type NameSamples } from './record-list.search.rules.ts'
import { slotRowsOf } from './record-list.source-sql.ts'

const probes = 1000

/** Names at random places of a level's own ids, which may be few among those of all: some milliseconds, whatever the size. */
async function readNames(db: Db, tenantId: number, level: LevelId): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    db,
    `with range as (
       select min(s.record_id) as least, max(s.record_id) as most from ${slotRowsOf[level]} s where s.tenant_id = ${tenantId}
     ), probe as materialized (
       select least + (random() * (most - least))::int8 as place from range, generate_series(1, ${probes})
     ), found as (
       select distinct f.record_id from probe, lateral (
         select s.record_id from ${slotRowsOf[level]} s
         where s.tenant_id = ${tenantId} and s.record_id >= place order by s.record_id limit 1) f
     )
     select r.name_folded as name from found join record r on r.tenant_id = ${tenantId} and r.record_id = found.record_id
     order by r.archived, r.churned, r.name_folded`,
  )
  return rows.map(({ name }) => name)
}

/** How many records each level has, with some of the names where a level has at least as many as `least`. */
export async function sampleNames(db: Db, tenantId: number, least = smallLevel): Promise<NameSamples> {
  const sizes = await query<{ level: LevelId; n: number }>(
    db,
    `select level, sum(n)::int8 as n from record_count where tenant_id = ${tenantId} group by level`,
  )
  const samples = new Map<LevelId, NameSample>()
  // Where there are many small tenants, each would be sampled again and again for nothing.
  for (const { level, n } of sizes) {
    samples.set(level, { names: n >= least ? await readNames(db, tenantId, level) : [], size: n })
  }
  return samples
}
