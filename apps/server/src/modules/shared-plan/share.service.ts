import { planLimits } from '@steward/contracts/plain/success-plan'
import type {
  ChangeShare,
  CreateShare,
  PlanShare,
  ShareView,
  ShownPlan,
} from '@steward/contracts/success-plan/share'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { Projection } from './share.projection.ts'
import {
  insertShare,
  listShares,
  lockShares,
  updateShare,
  type ListedShare,
  type ShareRow,
} from './share.store.ts'
import { signShare } from './share.token.ts'
import { listViews } from './view.store.ts'

export interface ShareNeighbours {
  users: Pick<UserService, 'directory'>
  audit: AuditService
  plans: Pick<SuccessPlans, 'read'>
  projection: Projection
}

const unknownShare = () => notFound('shared_plan.unknown', 'This plan has no such link.')

/** Only what is in the plan can be shown. Error: invalid_input at the list. */
function refuseStrangers(plan: SuccessPlanDetail, { itemIds, taskIds }: ShownPlan): void {
  const items = new Set(plan.items.map(({ itemId }) => itemId))
  const shown = plan.items.filter(({ itemId }) => itemIds.includes(itemId))
  const tasks = new Set(shown.flatMap((item) => (item.kind === 'MILESTONE' ? item.taskIds : [])))
  if (itemIds.some((id) => !items.has(id))) {
    throw invalid('shared_plan.items', { 'shown.itemIds': 'Choose items of this plan.' })
  }
  if (taskIds.some((id) => !tasks.has(id))) {
    throw invalid('shared_plan.tasks', { 'shown.taskIds': 'Choose tasks of milestones that are shown.' })
  }
}

/** Links to plans: created, changed and revoked by those who may edit the plan. */
export function createShareService(platform: Platform, { users, audit, plans, projection }: ShareNeighbours) {
  const { publicUrl, port } = platform.config
  const base = (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const today = (): string => platform.clock.now().toISOString().slice(0, 10)

  async function present(actor: Actor, rows: readonly ListedShare[]): Promise<PlanShare[]> {
    const directory = await users.directory(actor.tenantId)
    return rows.map((row) => ({
      shareId: row.shareId,
      label: row.label,
      expiresOn: row.expiresOn,
      mayCheck: row.mayCheck,
      mayComment: row.mayComment,
      shown: row.shown,
      address: `${base}/api/shared-plan/${signShare(platform.secrets, { tenantId: actor.tenantId, shareId: row.shareId })}`,
      createdBy: personOf(directory, row.creatorId),
      createdAt: row.createdAt.toISOString(),
      revokedAt: row.revokedAt?.toISOString() ?? null,
      isOpen: row.revokedAt === null && row.expiresOn >= today(),
      views: row.views,
      lastViewedAt: row.lastViewedAt?.toISOString() ?? null,
    }))
  }

  /** Throws not_found where the actor doesn't see the plan. */
  async function list(actor: Actor, planId: number): Promise<PlanShare[]> {
    await plans.read(actor, planId)
    return present(actor, await listShares(dbOf(actor), actor.tenantId, planId))
  }

  async function one(actor: Actor, planId: number, shareId: number): Promise<PlanShare> {
    const found = (await list(actor, planId)).find((share) => share.shareId === shareId)
    if (!found) throw unknownShare()
    return found
  }

  function refusePast(expiresOn: string): void {
    if (expiresOn < today())
      throw invalid('shared_plan.expiry', { expiresOn: 'Choose today or a later day.' })
  }

  async function write(
    actor: Actor,
    planId: number,
    what: { action: string; summary: (plan: SuccessPlanDetail) => string },
    work: (tx: Tx, plan: SuccessPlanDetail, shares: ShareRow[]) => Promise<number>,
  ): Promise<PlanShare> {
    const plan = await plans.read(actor, planId)
    const shareId = await transact(dbOf(actor), async (tx) => {
      const id = await work(tx, plan, await lockShares(tx, actor.tenantId, planId))
      await projection.refresh(tx, actor.tenantId, planId)
      await audit.write(tx, actor.tenantId, {
        action: what.action,
        summary: what.summary(plan),
        actor,
        details: { planId, shareId: id },
      })
      return id
    })
    return one(actor, planId, shareId)
  }

  const change = (
    actor: Actor,
    planId: number,
    shareId: number,
    what: Parameters<typeof write>[2],
    changed: (share: ShareRow, plan: SuccessPlanDetail) => ShareRow,
  ) =>
    write(actor, planId, what, async (tx, plan, shares) => {
      const share = shares.find((row) => row.shareId === shareId)
      if (!share) throw unknownShare()
      await updateShare(tx, actor.tenantId, changed(share, plan))
      return shareId
    })

  return {
    list,

    /** Errors: invalid_input at the fields. */
    create: (actor: Actor, planId: number, form: CreateShare): Promise<PlanShare> =>
      write(
        actor,
        planId,
        {
          action: 'success-plan.shared',
          summary: ({ name }) => `The success plan “${name}” was shared by the link “${form.label}”`,
        },
        async (tx, plan, shares) => {
          refusePast(form.expiresOn)
          refuseStrangers(plan, form.shown)
          const open = shares.filter((row) => row.revokedAt === null && row.expiresOn >= today())
          if (open.length >= planLimits.links) {
            throw invalid('shared_plan.links', {
              label: `A plan can have at most ${planLimits.links} open links. Revoke one first.`,
            })
          }
          return insertShare(tx, actor.tenantId, {
            ...form,
            planId,
            creatorId: userOf(actor),
            createdAt: platform.clock.now(),
          })
        },
      ),

    /** Errors: not_found, invalid_input at the fields. */
    change: (actor: Actor, planId: number, shareId: number, form: ChangeShare): Promise<PlanShare> =>
      change(
        actor,
        planId,
        shareId,
        {
          action: 'success-plan.share_changed',
          summary: ({ name }) => `A link to the success plan “${name}” was changed`,
        },
        (share, plan) => {
          if (form.expiresOn !== undefined) refusePast(form.expiresOn)
          if (form.shown) refuseStrangers(plan, form.shown)
          const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
          return { ...share, ...given }
        },
      ),

    /** Ends a link for good. */
    revoke: (actor: Actor, planId: number, shareId: number): Promise<PlanShare> =>
      change(
        actor,
        planId,
        shareId,
        {
          action: 'success-plan.share_revoked',
          summary: ({ name }) => `A link to the success plan “${name}” was revoked`,
        },
        (share) => ({ ...share, revokedAt: share.revokedAt ?? platform.clock.now() }),
      ),

    /** When a link was opened, latest first. */
    async views(actor: Actor, planId: number, shareId: number): Promise<ShareView[]> {
      await one(actor, planId, shareId)
      const rows = await listViews(dbOf(actor), actor.tenantId, shareId)
      return rows.map(({ at, ...view }) => ({ at: at.toISOString(), ...view }))
    },
  }
}

export type ShareService = ReturnType<typeof createShareService>
