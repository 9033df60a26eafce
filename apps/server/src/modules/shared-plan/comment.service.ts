import { planLimits } from '@steward/contracts/plain/success-plan'
import type { PlanComment } from '@steward/contracts/success-plan/share'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { Notifications } from '../notification/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import { plainText } from './comment.rules.ts'
import { deleteComment, insertComment, listPlanComments, readOpenness } from './comment.store.ts'

export interface CommentNeighbours {
  audit: AuditService
  users: Pick<UserService, 'directory'>
  plans: Pick<SuccessPlans, 'read' | 'seen'>
  notifications: Pick<Notifications, 'registerKind' | 'registerSubject'>
}

/** The kind of notification, and the subject that it is about. */
export const commentedKind = 'plan.commented'
export const planSubject = 'successPlan'

/** The name of a teammate on a page that anyone with the link reads: an address is no name. */
const publicName = (known: string): string => (known === '' || known.includes('@') ? 'Team' : known)

/** The comments of customers as the team sees them. */
export function createCommentService(
  platform: Platform,
  { audit, users, plans, notifications }: CommentNeighbours,
) {
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

  /** Latest first. Throws not_found where the actor doesn't see the plan. */
  async function list(actor: Actor, planId: number): Promise<PlanComment[]> {
    await plans.read(actor, planId)
    const [rows, directory] = await Promise.all([
      listPlanComments(dbOf(actor), actor.tenantId, planId),
      users.directory(actor.tenantId),
    ])
    return rows.map(({ at, userId, ...row }) => ({
      ...row,
      user: personOf(directory, userId),
      at: at.toISOString(),
    }))
  }

  return {
    list,

    /** Writes a comment of a teammate on the page of a link. Errors: not_found, conflict where it takes none. */
    async answer(actor: Actor, planId: number, shareId: number, text: string): Promise<PlanComment[]> {
      const { tenantId } = actor
      const { name } = await plans.read(actor, planId)
      const userId = userOf(actor)
      const { byId } = await users.directory(tenantId)
      const author = publicName((userId !== null && byId.get(userId)?.name) || '')
      const at = platform.clock.now()
      const plain = plainText(text)
      if (plain === '') throw invalid('shared_plan.comment', { text: 'Enter a comment.' })
      await transact(dbOf(actor), async (tx) => {
        const today = at.toISOString().slice(0, 10)
        const isOpen = await readOpenness(tx, tenantId, { planId, shareId, today })
        if (isOpen === undefined) throw notFound('shared_plan.unknown', 'This plan has no such link.')
        const row = { shareId, author, userId, text: plain, at }
        if (!isOpen || !(await insertComment(tx, tenantId, row, planLimits.comments))) {
          const message = 'This link no longer accepts comments. Share the plan with a new link.'
          throw new AppError('conflict', 'shared_plan.no_comments', message)
        }
        await audit.write(tx, tenantId, {
          action: 'success-plan.comment_answered',
          summary: `A comment on the shared success plan “${name}” was answered`,
          actor,
          details: { planId, shareId },
        })
      })
      return list(actor, planId)
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
          summary: `A comment by ${author} was deleted from the success plan “${plan.name}”`,
          actor,
          details: { planId, commentId },
        })
      })
    },
  }
}

export type CommentService = ReturnType<typeof createCommentService>
