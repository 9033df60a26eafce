import { transact } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tasks } from '../task/index.ts'
import { planPage } from './page.rules.ts'
import { sharingActor, type Projection } from './share.projection.ts'
import { insertView, readOpenShare, type OpenShare } from './share.store.ts'
import { readShare, type Shared } from './share.token.ts'

export interface PageNeighbours {
  tasks: Pick<Tasks, 'changeTasks'>
  projection: Pick<Projection, 'refresh'>
}

const closed = () =>
  notFound('shared_plan.closed', 'This link is no longer valid. Ask the person who sent it for a new one.')

/** Names of browsers can be of any length. */
const mostOfName = 200

/** What those without a sign-in get: the page of an open link, and ticks on its tasks. */
export function createSharedPages(platform: Platform, { tasks, projection }: PageNeighbours) {
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

  return {
    /** The page, and a line in the list of its views. */
    async page(token: string, by: { address: string | null; browser: string | null }): Promise<string> {
      const { shared, share } = await open(token)
      const { tenantId, shareId } = shared
      await insertView(platform.database.tenant(tenantId), tenantId, shareId, {
        at: platform.clock.now(),
        address: by.address,
        browser: by.browser?.slice(0, mostOfName) ?? null,
      })
      return planPage(share.content, share.mayCheck ? token : null)
    },

    /** Completes a shown task, or opens it again. Throws not_found where it is not on the page, or can't be ticked. */
    async toggle(token: string, taskId: number): Promise<void> {
      const { shared, share } = await open(token)
      const task = share.content.items.flatMap((item) => item.tasks).find((one) => one.taskId === taskId)
      if (!share.mayCheck || !task) throw closed()
      const { tenantId } = shared
      const actor = sharingActor(tenantId, share.planId)
      const act = { action: task.isDone ? 'edit' : 'complete', at: platform.clock.now() } as const
      await transact(platform.database.tenant(tenantId), async (tx) => {
        const values = { status: task.isDone ? 'OPEN' : 'COMPLETED' } as const
        await tasks.changeTasks(tx, actor, act, [{ taskId, values }])
        await projection.refresh(tx, tenantId, share.planId)
      })
    },
  }
}

export type SharedPages = ReturnType<typeof createSharedPages>
