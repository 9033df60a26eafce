import type { ShownPlan } from '@steward/contracts/success-plan/share'
import { query, type Db, type Tx } from '../../platform/db/database.ts'
import type { SharedContent } from './content.rules.ts'

export interface ShareRow {
  shareId: number
  planId: number
  label: string
  shown: ShownPlan
  mayCheck: boolean
  mayComment: boolean
  expiresOn: string
  revokedAt: Date | null
  creatorId: number | null
  createdAt: Date
}

const columns = `s.share_id as "shareId", s.plan_id as "planId", s.label, s.shown, s.may_check as "mayCheck",
  s.may_comment as "mayComment", s.expires_on as "expiresOn", s.revoked_at as "revokedAt", s.creator_id as "creatorId", s.created_at as "createdAt"`

export interface ListedShare extends ShareRow {
  views: number
  lastViewedAt: Date | null
}

/** The links of a plan with how often they were opened, newest first. */
export function listShares(db: Db, tenantId: number, planId: number): Promise<ListedShare[]> {
  return query(
    db,
    `/*shared_plan.list*/ select ${columns}, v.views, v.last_at as "lastViewedAt" from shared_plan s
     cross join lateral (select count(*) as views, max(v.at) as last_at from shared_plan_view v
       where v.tenant_id = s.tenant_id and v.share_id = s.share_id) v
     where s.tenant_id = $1 and s.plan_id = $2 order by s.share_id desc`,
    [tenantId, planId],
  )
}

/** The links of plans, locked until the transaction ends, so that their contents are written in turn. */
export function lockShares(tx: Tx, tenantId: number, planId: number): Promise<ShareRow[]> {
  return query(
    tx,
    `/*shared_plan.lock*/ select ${columns} from shared_plan s
     where s.tenant_id = $1 and s.plan_id = $2 order by s.share_id for update`,
    [tenantId, planId],
  )
}

export async function insertShare(
  tx: Tx,
  tenantId: number,
  share: Omit<ShareRow, 'shareId' | 'revokedAt'>,
): Promise<number> {
  const { planId, label, shown, mayCheck, mayComment, expiresOn, creatorId, createdAt } = share
  const [row] = await query<{ id: number }>(
    tx,
    `insert into shared_plan (tenant_id, plan_id, label, shown, may_check, may_comment, expires_on, creator_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning share_id as id`,
    [tenantId, planId, label, JSON.stringify(shown), mayCheck, mayComment, expiresOn, creatorId, createdAt],
  )
  return (row as { id: number }).id
}

export async function updateShare(tx: Tx, tenantId: number, share: ShareRow): Promise<void> {
  const { shareId, label, shown, mayCheck, mayComment, expiresOn, revokedAt } = share
  await query(
    tx,
    `update shared_plan set label = $3, shown = $4, may_check = $5, may_comment = $6, expires_on = $7, revoked_at = $8
     where tenant_id = $1 and share_id = $2`,
    [tenantId, shareId, label, JSON.stringify(shown), mayCheck, mayComment, expiresOn, revokedAt],
  )
}

export async function putContent(
  tx: Tx,
  tenantId: number,
  shareId: number,
  content: SharedContent | null,
): Promise<void> {
  await query(
    tx,
    '/*shared_plan.content*/ update shared_plan set content = $3 where tenant_id = $1 and share_id = $2',
    [tenantId, shareId, content === null ? null : JSON.stringify(content)],
  )
}

export interface OpenShare {
  planId: number
  creatorId: number | null
  mayCheck: boolean
  mayComment: boolean
  shown: ShownPlan
  content: SharedContent
}

/** What the page of an open link shows; undefined where it was revoked, has expired, or the plan is archived. */
export async function readOpenShare(
  db: Db,
  tenantId: number,
  shareId: number,
  today: string,
): Promise<OpenShare | undefined> {
  const [row] = await query<OpenShare>(
    db,
    `/*shared_plan.open*/ select plan_id as "planId", creator_id as "creatorId",
       may_check as "mayCheck", may_comment as "mayComment", shown, content from shared_plan
     where tenant_id = $1 and share_id = $2 and revoked_at is null and expires_on >= $3::date and content is not null`,
    [tenantId, shareId, today],
  )
  return row
}
