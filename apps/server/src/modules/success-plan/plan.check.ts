import { roleIds } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { findSeenRecords } from './plan.link.store.ts'

/** Who works on a plan or an item, and by when. */
export interface Worked {
  ownerId: number | null
  collaboratorIds: readonly number[]
  startDate: string | null
  dueDate: string | null
}

function faultOfOwner(ownerId: number, { byId }: UserDirectory): string | undefined {
  const user = byId.get(ownerId)
  if (user?.kind !== 'person') return 'This user does not exist.'
  return user.disableMessage ? `${user.name} can't own plans (${user.disableMessage}).` : undefined
}

/** Refuses owners and collaborators that are not there or can't see the record, and dates that end before they begin. */
export function createPlanChecks(users: Pick<UserService, 'directory'>) {
  async function canSee(tx: Tx, tenantId: number, userId: number, recordId: number): Promise<boolean> {
    const viewer: Actor = { tenantId, userId, roleId: roleIds.normalUser, sessionId: null }
    return (await findSeenRecords(tx, viewer, [recordId])).has(recordId)
  }

  /** Only what differs from `before` is looked at: what was there may stay. Error: invalid_input at the fields. */
  return async function check(
    tx: Tx,
    tenantId: number,
    recordId: number,
    after: Worked,
    before?: Worked,
  ): Promise<void> {
    if (after.startDate !== null && after.dueDate !== null && after.startDate > after.dueDate) {
      throw invalid('success_plan.dates', { dueDate: 'It is due on or after the day it starts.' })
    }
    const directory = await users.directory(tenantId)
    const { ownerId } = after
    if (ownerId !== null && ownerId !== before?.ownerId) {
      const fault = faultOfOwner(ownerId, directory)
      if (fault) throw invalid('success_plan.owner', { ownerId: fault })
      const user = directory.byId.get(ownerId)
      if (user?.roleId === roleIds.normalUser && !(await canSee(tx, tenantId, ownerId, recordId))) {
        throw invalid('success_plan.owner', { ownerId: `${user.name} can't see the record of this plan.` })
      }
    }
    const known = new Set(before?.collaboratorIds)
    const stranger = after.collaboratorIds.find(
      (id) => !known.has(id) && directory.byId.get(id)?.kind !== 'person',
    )
    if (stranger !== undefined) {
      throw invalid('success_plan.collaborators', { collaborators: `User ${stranger} does not exist.` })
    }
  }
}

export type PlanChecks = ReturnType<typeof createPlanChecks>
