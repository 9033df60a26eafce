import type { LevelId } from '@steward/contracts/level'
import type { PartialRecord } from '@steward/contracts/record'
import type { Actor } from '../../platform/actor.ts'
import { query, type Db } from '../../platform/db/database.ts'
import { foldedName, likePattern } from './record-list.source-sql.ts'
import { isScoped, scopeSql } from './record-list.policy.ts'
import type { SearchWay } from './record-list.search.rules.ts'

interface PartialRow {
  record_id: number
  level: LevelId
  name: string
  external_id: string | null
  email: string | null
  image_id: string | null
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

export interface PartialSearch {
  /** Part of a name, not blank; or undefined for the first by name. */
  name: string | undefined
  mandatoryIds: readonly number[]
  limit: number
}

const ascending = 'r.archived, r.churned, r.name_folded, r.record_id'

/** The records of a level that the actor sees, by name. Behind `offset 0` they are in order before the part is looked for. */
function byName(actor: Actor, level: LevelId, shown: string): string {
  return `(select ${shown} from record_fenced r
    where r.tenant_id = $1 and r.level = ${level} and ${scopeSql(actor, 'r', level)} order by ${ascending} offset 0)`
}

/** The ids of records whose name has the part `$2`, in order. */
function foundSql(actor: Actor, level: LevelId, way: 'walk' | 'trigrams'): string {
  if (way === 'walk') {
    return `select n.record_id from ${byName(actor, level, 'r.record_id, r.name_folded')} n
      where n.name_folded like (select $2)`
  }
  return `select r.record_id from record_fenced r
    where r.tenant_id = $1 and r.level = ${level} and ${scopeSql(actor, 'r', level)} and ${foldedName} like (select $2)
    order by r.archived, r.churned, ${foldedName}, r.record_id`
}

/**
 * The first records whose name has the part `$2`, in order. Where few have it, their ids are found in an index first, and
 * only those records are read. The planner sees neither the part that is looked for nor the limit. It would plan the walk
 * again for each part, which takes longer than a walk, and for trigrams the first plans on each connection, and all for a
 * user who sees only some records, would walk all names for a part that it takes for frequent.
 */
function searchText(actor: Actor, level: LevelId, way: SearchWay): string {
  const name = isScoped(actor) ? '' : `/*record.search_${way}*/ `
  if (way === 'read') {
    return `${name}select ${columns('$1')} from ${byName(actor, level, 'r.*')} r
      where r.name_folded like (select $2) limit (select $3::int8)`
  }
  return `${name}select ${columns('$1')} from (${foundSql(actor, level, way)} limit (select $3::int8)) f,
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
  const found = await query<PartialRow>(db, searchText(actor, level, search.name ? way : 'read'), [
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

/** Ids of contacts by e-mail address, without regard to case. */
export async function findIdsByEmail(db: Db, actor: Actor, emails: readonly string[]): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    db,
    `select r.record_id from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = 3 and lower(r.email) = any($1::text[]) and ${scopeSql(actor, 'r', 3)}
     order by r.record_id limit 5000`,
    [emails.map((email) => email.toLowerCase())],
  )
  return rows.map((row) => row.record_id)
}

/** Ids of the contacts of an organization or account. */
export async function findContactIds(
  db: Db,
  actor: Actor,
  parent: 'organization_id' | 'account_id',
  recordId: number,
): Promise<number[]> {
  const rows = await query<{ record_id: number }>(
    db,
    `select r.record_id from record_fenced r
     where r.tenant_id = ${actor.tenantId} and r.level = 3 and r.${parent} = $1 and not r.archived and ${scopeSql(actor, 'r', 3)}
     order by r.name_folded, r.record_id limit 5000`,
    [recordId],
  )
  return rows.map((row) => row.record_id)
}
