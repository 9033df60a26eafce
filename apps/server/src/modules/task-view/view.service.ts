import type { ChangeTaskView, CreateTaskView, SavedTaskView } from '@steward/contracts/task/view'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, notFound, violatedConstraint } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import { mayEditView } from './view.policy.ts'
import { deleteView, insertView, listViews, updateView, type StoredView } from './view.store.ts'

function refusal(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint !== 'task_view_name_public' && constraint !== 'task_view_name_private') return error
  const message = 'There is already a view with this name. Choose another one.'
  return new AppError('conflict', 'task_view.name_taken', message, { name: message })
}

/** Lists of tasks under a name, for everyone or for their maker alone. */
export function createTaskViewService(
  platform: Platform,
  { users }: { users: Pick<UserService, 'directory'> },
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function present(actor: Actor, views: readonly StoredView[]): Promise<SavedTaskView[]> {
    const { byId } = await users.directory(actor.tenantId)
    return views.map(({ createdBy, updatedAt, ...view }) => ({
      ...view,
      mayEdit: mayEditView(actor, { createdBy, isPrivate: view.isPrivate }),
      createdBy: { id: createdBy, name: byId.get(createdBy)?.name ?? 'Former user' },
      updatedAt: updatedAt.toISOString(),
    }))
  }

  async function read(actor: Actor, viewId: number): Promise<SavedTaskView> {
    const [view] = await present(actor, await listViews(dbOf(actor), actor.tenantId, actor.userId, viewId))
    if (!view) throw notFound('task_view.unknown', 'This view no longer exists, or is private.')
    return view
  }

  /** Does something with a view that the actor may change. Errors: not_found, forbidden, conflict. */
  async function act(
    actor: Actor,
    viewId: number,
    work: (tx: Tx, view: StoredView) => Promise<void>,
  ): Promise<void> {
    try {
      await transact(dbOf(actor), async (tx) => {
        const [view] = await listViews(tx, actor.tenantId, actor.userId, viewId)
        if (!view) throw notFound('task_view.unknown', 'This view no longer exists, or is private.')
        if (!mayEditView(actor, view)) {
          const message = 'Only the creator, managers and administrators can change a public view.'
          throw new AppError('forbidden', 'task_view.not_yours', message)
        }
        await work(tx, view)
      })
    } catch (error) {
      throw refusal(error)
    }
  }

  return {
    list: async (actor: Actor): Promise<SavedTaskView[]> =>
      present(actor, await listViews(dbOf(actor), actor.tenantId, actor.userId)),

    /** Error: conflict where the name is taken. */
    async create(actor: Actor, form: CreateTaskView): Promise<SavedTaskView> {
      const { tenantId, userId } = actor
      const stored = { ...form, createdBy: userId, updatedAt: platform.clock.now() }
      try {
        return await read(actor, await transact(dbOf(actor), (tx) => insertView(tx, tenantId, stored)))
      } catch (error) {
        throw refusal(error)
      }
    },

    /** Only the maker makes a view private. Errors: those of `act`. */
    async change(actor: Actor, viewId: number, form: ChangeTaskView): Promise<SavedTaskView> {
      await act(actor, viewId, async (tx, before) => {
        const after = { ...before, ...form, updatedAt: platform.clock.now() }
        if (after.isPrivate && !before.isPrivate && before.createdBy !== actor.userId) {
          const message = "Only the view's creator can make it private."
          throw new AppError('forbidden', 'task_view.not_yours', message)
        }
        await updateView(tx, actor.tenantId, viewId, after)
      })
      return read(actor, viewId)
    },

    async remove(actor: Actor, viewId: number): Promise<void> {
      await act(actor, viewId, (tx) => deleteView(tx, actor.tenantId, viewId))
    },
  }
}

export type TaskViewService = ReturnType<typeof createTaskViewService>
