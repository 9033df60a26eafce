import type { Actor } from '../../platform/actor.ts'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import { scopeSql } from './logo.policy.ts'

/** The keys of the field with the website, of organizations and accounts; null where a level has none. */
export type WebsiteKeys = readonly [string | null, string | null]

/** The value of the field, of records that have it: `$2` and `$3` are its keys. */
const websiteSql = `case r.level when 1 then r.custom ->> $2::text when 2 then r.custom ->> $3::text end`

export interface Website {
  /** What the field says; null where it is empty. */
  website: string | null
}

/** The website of a record; undefined where the record is gone. */
export async function readWebsite(
  db: Db,
  tenantId: number,
  keys: WebsiteKeys,
  recordId: number,
): Promise<Website | undefined> {
  const [row] = await query<Website>(
    db,
    `/*logo.website*/ select ${websiteSql} as website
     from record_fenced r where r.tenant_id = $1 and r.record_id = $4 and r.level in (1, 2)`,
    [tenantId, ...keys, recordId],
  )
  return row
}

/** Those of some records whose website is another than the one whose logo they have. */
export async function listOutdated(
  db: Db,
  tenantId: number,
  keys: WebsiteKeys,
  recordIds: readonly number[],
): Promise<number[]> {
  const rows = await query<{ recordId: number }>(
    db,
    `select r.record_id as "recordId" from record_fenced r
     left join record_logo l on l.tenant_id = r.tenant_id and l.record_id = r.record_id
     where r.tenant_id = $1 and r.record_id = any($4::bigint[]) and r.level in (1, 2)
       and ${websiteSql} is distinct from l.website
     order by r.record_id`,
    [tenantId, ...keys, recordIds],
  )
  return rows.map(({ recordId }) => recordId)
}

/** The next records with a website, in the order of their ids. */
export async function listWithWebsite(
  db: Db,
  tenantId: number,
  keys: WebsiteKeys,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await query<{ recordId: number }>(
    db,
    `select r.record_id as "recordId" from record_fenced r
     where r.tenant_id = $1 and r.level in (1, 2) and r.record_id > $4 and ${websiteSql} is not null
     order by r.record_id limit $5`,
    [tenantId, ...keys, after, limit],
  )
  return rows.map(({ recordId }) => recordId)
}

export interface StoredLogo {
  imageUid: string | null
}

/** What was fetched from a website since a time, for whichever record. */
export async function findLogo(
  db: Db,
  tenantId: number,
  website: string,
  since: Date,
): Promise<StoredLogo | undefined> {
  const [row] = await query<StoredLogo>(
    db,
    `/*logo.find*/ select image_uid as "imageUid" from record_logo
     where tenant_id = $1 and website = $2 and fetched_at > $3 order by fetched_at desc limit 1`,
    [tenantId, website, since],
  )
  return row
}

export interface NewLogo {
  recordId: number
  website: string
  /** undefined: the one that is there stays, if it is from the same website. */
  imageUid: string | null | undefined
  fetchedAt: Date
}

/** Stores what was fetched for a record, unless that is gone. */
export async function putLogo(tx: Tx, tenantId: number, logo: NewLogo): Promise<void> {
  const { recordId, website, imageUid, fetchedAt } = logo
  await query(
    tx,
    `/*logo.put*/ insert into record_logo as l (tenant_id, record_id, website, image_uid, fetched_at)
     select $1, r.record_id, $3, $4, $5 from record_fenced r where r.tenant_id = $1 and r.record_id = $2
     on conflict (tenant_id, record_id) do update set website = excluded.website,
       fetched_at = excluded.fetched_at,
       image_uid = case when $6 and l.website = excluded.website then l.image_uid else excluded.image_uid end`,
    [tenantId, recordId, website, imageUid ?? null, fetchedAt, imageUid === undefined],
  )
}

export async function deleteLogo(db: Db, tenantId: number, recordId: number): Promise<void> {
  await query(db, '/*logo.delete*/ delete from record_logo where tenant_id = $1 and record_id = $2', [
    tenantId,
    recordId,
  ])
}

export async function deleteLogos(tx: Tx, tenantId: number): Promise<void> {
  await query(tx, '/*logo.delete_all*/ delete from record_logo where tenant_id = $1', [tenantId])
}

export interface ShownLogo {
  recordId: number
  imageId: string
}

/** The logos of those of some records that the actor may see. */
export async function listLogos(db: Db, actor: Actor, recordIds: readonly number[]): Promise<ShownLogo[]> {
  return query<ShownLogo>(
    db,
    `select l.record_id as "recordId", l.image_uid as "imageId" from record_logo l
     join record_fenced r on r.tenant_id = l.tenant_id and r.record_id = l.record_id
     where l.tenant_id = $1 and l.record_id = any($2::bigint[]) and l.image_uid is not null
       and ${scopeSql(actor, 'r')}
     order by l.record_id`,
    [actor.tenantId, recordIds],
  )
}
