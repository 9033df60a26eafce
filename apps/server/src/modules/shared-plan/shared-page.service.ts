import { planLimits } from '@steward/contracts/plain/success-plan'
import type { SharedCommentForm } from '@steward/contracts/success-plan/share'
import { transact, type Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notification/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import type { Tasks } from '../task/index.ts'
import { readAppearance } from '../tenant/index.ts'
import { commentFaults, plainComment } from './comment.rules.ts'
import { commentedKind, planSubject } from './comment.service.ts'
import { insertComment, listShareComments } from './comment.store.ts'
import { planPage, type CommentDraft } from './page.rules.ts'
import { sharingActor, type Projection } from './share.projection.ts'
import { readOpenShare, type OpenShare } from './share.store.ts'
import { readShare, type Shared } from './share.token.ts'
import { insertView } from './view.store.ts'

export interface PageNeighbours {
  tasks: Pick<Tasks, 'changeTasks'>
  plans: Pick<SuccessPlans, 'read'>
  notifications: Pick<Notifications, 'notify'>
  projection: Pick<Projection, 'refresh'>
}

const closed = () =>
  notFound('shared_plan.closed', 'This link is no longer valid. Ask the person who sent it for a new one.')

/** Names of browsers can be of any length. */
const mostOfName = 200

/** What those without a sign-in get: the page of an open link, ticks on its tasks, and comments. */
export function createSharedPages(
  platform: Platform,
  { tasks, plans, notifications, projection }: PageNeighbours,
) {
  /** Throws not_found, for all reasons alike. */
  async function open(token: string): Promise<{ shared: Shared; share: OpenShare }> {
    const shared = readShare(platform.secrets, token)
    if (!shared) throw closed()
    const { tenantId, shareId } = shared
    const today = platform.clock.now().toISOString().slice(0, 10)
    const share = await readOpenShare(platform.database.tenant(tenantId), tenantId, shareId, today)
    if (!share) throw closed()
    return { shared, share }
  }

  async function pageOf(
    token: string,
    { shared, share }: Awaited<ReturnType<typeof open>>,
    draft: CommentDraft,
  ) {
    const { tenantId, shareId } = shared
    const db = platform.database.tenant(tenantId)
    const [{ color }, comments] = await Promise.all([
      readAppearance(db, tenantId),
      share.mayComment ? listShareComments(db, tenantId, shareId) : [],
    ])
    const { content, mayCheck, mayComment } = share
    return planPage({ content, mayCheck, mayComment, token, color, comments, draft })
  }

  /** The owner of the plan is notified; where it has none, who made the link. */
  async function notifyOwner(
    tx: Tx,
    { shared: { tenantId }, share }: Awaited<ReturnType<typeof open>>,
    author: string,
  ) {
    const { planId, creatorId } = share
    const { ownerId } = await plans.read(sharingActor(tenantId, planId), planId, tx)
    const recipient = ownerId ?? creatorId
    if (recipient === null) return
    await notifications.notify(tx, tenantId, [
      {
        recipient,
        kind: commentedKind,
        subject: { kind: planSubject, id: planId },
        payload: { author },
        actor: null,
        at: platform.clock.now(),
      },
    ])
  }

  return {
    async page(token: string): Promise<string> {
      return pageOf(token, await open(token), {})
    },

    /** Notes that a browser shows the page: it loaded the picture that is on it. */
    async see(token: string, by: { address: string | null; browser: string | null }): Promise<void> {
      const { tenantId, shareId } = (await open(token)).shared
      await insertView(platform.database.tenant(tenantId), tenantId, shareId, {
        at: platform.clock.now(),
        address: by.address,
        browser: by.browser?.slice(0, mostOfName) ?? null,
      })
    },

    /** Writes a comment. Answers the page with what is wrong with it; undefined where it was written. */
    async comment(token: string, form: SharedCommentForm): Promise<string | undefined> {
      const opened = await open(token)
      const { shared, share } = opened
      if (!share.mayComment) throw closed()
      const comment = plainComment(form)
      const faults = commentFaults(comment)
      if (Object.keys(faults).length > 0) return pageOf(token, opened, { ...comment, faults })
      const { tenantId, shareId } = shared
      const isWritten = await transact(platform.database.tenant(tenantId), async (tx) => {
        const row = { shareId, ...comment, userId: null, at: platform.clock.now() }
        const isIn = await insertComment(tx, tenantId, row, planLimits.comments)
        if (isIn) await notifyOwner(tx, opened, comment.author)
        return isIn
      })
      const full = 'There is no room for more comments. Write to the person who sent you this link.'
      return isWritten ? undefined : pageOf(token, opened, { ...comment, faults: { text: full } })
    },

    /**
     * Completes a shown task, or opens it again; `isDone` is what the page offered, which someone else may have done since.
     * Throws not_found where it is not on the page, or can't be ticked.
     */
    async toggle(token: string, taskId: number, isDone?: boolean): Promise<void> {
      const { shared, share } = await open(token)
      const task = share.content.items.flatMap((item) => item.tasks).find((one) => one.taskId === taskId)
      if (!share.mayCheck || !task) throw closed()
      const becomesDone = isDone ?? !task.isDone
      if (becomesDone === task.isDone) return
      const { tenantId } = shared
      const actor = sharingActor(tenantId, share.planId)
      const act = { action: becomesDone ? 'complete' : 'edit', at: platform.clock.now() } as const
      await transact(platform.database.tenant(tenantId), async (tx) => {
        const values = { status: becomesDone ? 'COMPLETED' : 'OPEN' } as const
        await tasks.changeTasks(tx, actor, act, [{ taskId, values }])
        await projection.refresh(tx, tenantId, share.planId)
      })
    },
  }
}

export type SharedPages = ReturnType<typeof createSharedPages>
