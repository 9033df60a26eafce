import type { PlanComment } from '@steward/contracts/success-plan/share'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { Notifications } from '../notification/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import { deleteComment, listPlanComments } from './comment.store.ts'

export interface CommentNeighbours {
  audit: AuditService
  plans: Pick<SuccessPlans, 'read' | 'seen'>
  notifications: Pick<Notifications, 'registerKind' | 'registerSubject'>
}

/** The kind of notification, and the subject that it is about. */
export const commentedKind = 'plan.commented'
export const planSubject = 'successPlan'

/** The comments of customers as the team sees them. */
export function createCommentService(platform: Platform, { audit, plans, notifications }: CommentNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  notifications.registerKind({
    name: commentedKind,
    category: 'entity',
    preference: null,
    text: ({ count, name, payload }) =>
      count > 1
        ? `${count} comments by customers on ${name}`
        : `${String(payload['author'])} commented on ${name}`,
  })
  notifications.registerSubject(planSubject, async (db, actor, asked) => {
    const seen = await plans.seen(db, actor, [...new Set(asked.map(({ subjectId }) => subjectId))])
    const byId = new Map(seen.map((plan) => [plan.planId, plan]))
    return asked.map(({ subjectId }) => byId.get(subjectId))
  })

  return {
    /** Latest first. Throws not_found where the actor doesn't see the plan. */
    async list(actor: Actor, planId: number): Promise<PlanComment[]> {
      await plans.read(actor, planId)
      const rows = await listPlanComments(dbOf(actor), actor.tenantId, planId)
      return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
    },

    /** Takes a comment off the plan and the page. */
    async remove(actor: Actor, commentId: number): Promise<void> {
      await transact(dbOf(actor), async (tx) => {
        const deleted = await deleteComment(tx, actor.tenantId, commentId)
        // Asked for whether it is there or not, so that both take as long.
        const [plan] = await plans.seen(tx, actor, [deleted?.planId ?? 0])
        if (!deleted || !plan) {
          throw notFound('shared_plan.comment', "This comment does not exist, or you can't see it.")
        }
        const { author, planId } = deleted
        await audit.write(tx, actor.tenantId, {
          action: 'success-plan.comment_deleted',
          summary: `A comment by ${author} was deleted from the success plan ${plan.name}`,
          actor,
          details: { planId, commentId },
        })
      })
    },
  }
}

export type CommentService = ReturnType<typeof createCommentService>
