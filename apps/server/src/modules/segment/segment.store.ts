import type { Rule } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { SegmentView } from '@steward/contracts/segment'
import { query, type Db, type Tx } from '../../platform/db/database.ts'

export interface StoredSegment {
  segmentId: number
  name: string
  description: string
  level: LevelId
  isPrivate: boolean
  isPinned: boolean
  logic: Rule
  view: SegmentView
  createdBy: number
  createdAt: Date
  updatedAt: Date
}

const columns = `s.segment_id "segmentId", s.name, s.description, s.level, s.private "isPrivate", s.logic, s.view,
  s.created_by "createdBy", s.created_at "createdAt", s.updated_at "updatedAt",
  exists (select from segment_pin p
    where p.tenant_id = s.tenant_id and p.segment_id = s.segment_id and p.user_id = $2) "isPinned"`

/** The segments that a user may see, by name: public ones, and their own. */
export function listSegments(db: Db, tenantId: number, userId: number): Promise<StoredSegment[]> {
  return query<StoredSegment>(
    db,
    `/*segment.list*/
    select ${columns} from segment s
    where s.tenant_id = $1 and (not s.private or s.created_by = $2)
    order by lower(s.name), s.segment_id`,
    [tenantId, userId],
  )
}

/** The rules of all segments, private ones included. */
export function listLogic(
  db: Db,
  tenantId: number,
): Promise<Pick<StoredSegment, 'name' | 'level' | 'isPrivate' | 'logic'>[]> {
  return query(
    db,
    `/*segment.logic*/ select name, level, private "isPrivate", logic from segment where tenant_id = $1`,
    [tenantId],
  )
}

export async function findSegment(
  db: Db,
  tenantId: number,
  userId: number,
  segmentId: number,
): Promise<StoredSegment | undefined> {
  const rows = await query<StoredSegment>(
    db,
    `/*segment.find*/
    select ${columns} from segment s
    where s.tenant_id = $1 and s.segment_id = $3 and (not s.private or s.created_by = $2)`,
    [tenantId, userId, segmentId],
  )
  return rows[0]
}

export type NewSegment = Pick<
  StoredSegment,
  'name' | 'description' | 'level' | 'isPrivate' | 'logic' | 'view' | 'createdBy' | 'createdAt'
>

/** Returns the new segment's id. */
export async function insertSegment(tx: Tx, tenantId: number, segment: NewSegment): Promise<number> {
  const { name, description, level, isPrivate, logic, view, createdBy, createdAt } = segment
  const rows = await query<{ segmentId: number }>(
    tx,
    `/*segment.insert*/
    insert into segment (tenant_id, name, description, level, private, logic, view, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    returning segment_id "segmentId"`,
    [
      tenantId,
      name,
      description,
      level,
      isPrivate,
      JSON.stringify(logic),
      JSON.stringify(view),
      createdBy,
      createdAt,
    ],
  )
  return rows[0]?.segmentId as number
}

export type SegmentChange = Pick<StoredSegment, 'name' | 'description' | 'isPrivate' | 'logic' | 'view'>

export async function updateSegment(
  tx: Tx,
  tenantId: number,
  segmentId: number,
  { name, description, isPrivate, logic, view }: SegmentChange,
  at: Date,
): Promise<void> {
  await query(
    tx,
    `/*segment.update*/
    update segment set name = $3, description = $4, private = $5, logic = $6, view = $7, updated_at = $8
    where tenant_id = $1 and segment_id = $2`,
    [tenantId, segmentId, name, description, isPrivate, JSON.stringify(logic), JSON.stringify(view), at],
  )
}

/** Returns false when it was deleted before. */
export async function deleteSegment(tx: Tx, tenantId: number, segmentId: number): Promise<boolean> {
  const rows = await query(
    tx,
    '/*segment.delete*/ delete from segment where tenant_id = $1 and segment_id = $2 returning 1',
    [tenantId, segmentId],
  )
  return rows.length > 0
}

export async function putPin(db: Db, tenantId: number, userId: number, segmentId: number): Promise<void> {
  await query(
    db,
    `/*segment.pin*/
    insert into segment_pin (tenant_id, user_id, segment_id) values ($1, $2, $3) on conflict do nothing`,
    [tenantId, userId, segmentId],
  )
}

export async function removePin(db: Db, tenantId: number, userId: number, segmentId: number): Promise<void> {
  await query(
    db,
    `/*segment.unpin*/ delete from segment_pin where tenant_id = $1 and user_id = $2 and segment_id = $3`,
    [tenantId, userId, segmentId],
  )
}
