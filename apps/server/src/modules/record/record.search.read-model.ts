import { fold } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { PartialRecord } from '@steward/contracts/record'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { searchedName } from './record.columns.ts'
import { likePattern } from './record.list-sql.ts'
import { isScoped, scopeSql } from './record.policy.ts'

interface PartialRow {
  record_id: number
  level: LevelId
  name: string
  external_id: string | null
  email: string | null
  image_id: number | null
  churned: boolean
  archived: boolean
  parent_name: string | null
}

/** One subquery for each of the few rows: joins would be planned for more rows than there ever are. */
function columns(tenant: number | string): string {
  return `r.record_id, r.level, r.name, r.external_id, r.email, r.image_id, r.churned, r.archived, (
    select p.name from record_fenced p
    where p.tenant_id = ${tenant} and p.record_id = coalesce(r.account_id, r.organization_id)) as parent_name`
}

function toPartial(row: PartialRow): PartialRecord {
  return {
    id: row.record_id,
    level: row.level,
    name: row.name,
    externalId: row.external_id,
    email: row.email,
    imageId: row.image_id,
    churned: row.churned,
    entityArchived: row.archived,
    parentName: row.parent_name,
  }
}

/**
 * How a part of a name is looked for: by walking the names in their order until enough are found,
 * which is quick for common parts, or by trigrams, which is quick for rare ones.
 */
export type SearchWay = 'walk' | 'trigrams'

export interface PartialSearch {
  /** Part of a name, not blank; or undefined for the first by name. */
  name: string | undefined
  mandatoryIds: readonly number[]
  limit: number
}

const ascending = 'r.archived, r.churned, r.name_folded, r.record_id'

/** Finds the ids in an index first, and reads only those records. */
function searchText(actor: Actor, level: LevelId, way: SearchWay): string {
  const name = way === 'walk' ? 'r.name_folded' : searchedName('r')
  const order = way === 'walk' ? ascending : `r.archived, r.churned, ${name}, r.record_id`
  return `${isScoped(actor) ? '' : `/*record.search_${way}*/ `}select ${columns('$1')} from (
      select r.record_id from record_fenced r
      where r.tenant_id = $1 and r.level = ${level} and ${name} like $2 and ${scopeSql(actor, 'r', level)}
      order by ${order} limit $3) f,
    lateral (select * from record_fenced r where r.tenant_id = $1 and r.record_id = f.record_id offset 0) r
    order by ${ascending}`
}

async function readByIds(
  db: Db,
  actor: Actor,
  level: LevelId,
  ids: readonly number[],
): Promise<PartialRow[]> {
  return query<PartialRow>(
    db,
    `select ${columns(actor.tenantId)} from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = ${level} and r.record_id = any($1::bigint[])
       and ${scopeSql(actor, 'r', level)} order by ${ascending}`,
    [ids],
  )
}

/** Records whose name has a part, active ones first, after those that must be in the answer. */
export async function searchPartial(
  db: Db,
  actor: Actor,
  level: LevelId,
  search: PartialSearch,
  way: SearchWay,
): Promise<PartialRecord[]> {
  const pattern = search.name ? likePattern(search.name) : '%'
  const found = await query<PartialRow>(db, searchText(actor, level, search.name ? way : 'walk'), [
    actor.tenantId,
    pattern,
    search.limit,
  ])
  if (search.mandatoryIds.length === 0) return found.map(toPartial)
  const mandatory = await readByIds(db, actor, level, search.mandatoryIds)
  const first = new Set(mandatory.map((row) => row.record_id))
  return [...mandatory, ...found.filter((row) => !first.has(row.record_id))].map(toPartial)
}

/** Records that carry an external id, at the given levels. */
export async function findByExternalId(
  db: Db,
  actor: Actor,
  levels: readonly LevelId[],
  externalId: string,
): Promise<PartialRecord[]> {
  const rows = await query<PartialRow>(
    db,
    `select ${columns(actor.tenantId)} from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = any($1::smallint[]) and r.external_id = $2
       and ${scopeSql(actor, 'r')}
     order by r.level, r.record_id`,
    [levels, externalId],
  )
  return rows.map(toPartial)
}

/** Some names of a level, taken at random, and how many records it has. */
export interface NameSample {
  names: readonly string[]
  size: number
}

export type NameSamples = ReadonlyMap<LevelId, NameSample>

const probes = 4000

/** Takes names at random places of the tenant's ids: some ten milliseconds, whatever the size. */
export async function sampleNames(db: Db, tenantId: number): Promise<NameSamples> {
  const names = await query<{ level: LevelId; names: string[] }>(
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
  const sizes = await query<{ level: LevelId; n: number }>(
    db,
    `select level, sum(n)::int8 as n from record_count where tenant_id = ${tenantId} group by level`,
  )
  const namesOf = new Map(names.map((row) => [row.level, row.names]))
  return new Map(sizes.map((row) => [row.level, { names: namesOf.get(row.level) ?? [], size: row.n }]))
}

/** Up to this many records a walk is quick even when it finds nothing. */
const smallLevel = 5000
/** What fetching a record costs, in entries of the index that are walked past. */
const fetchCost = 7

/** Which way finds `limit` names with a part sooner, judged by the sample. */
export function chooseWay(sample: NameSample | undefined, part: string, limit: number): SearchWay {
  if (!sample || sample.size < smallLevel) return 'walk'
  const folded = fold(part)
  if (folded.length < 3) return 'walk'
  const hits = sample.names.filter((name) => name.includes(folded)).length
  if (hits === 0) return 'trigrams'
  const share = hits / sample.names.length
  return limit / share < share * sample.size * fetchCost ? 'walk' : 'trigrams'
}
