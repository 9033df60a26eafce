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

async function canSee(tx: Tx, tenantId: number, userId: number, recordId: number): Promise<boolean> {
  const viewer: Actor = { tenantId, userId, roleId: roleIds.normalUser, sessionId: null }
  return (await findSeenRecords(tx, viewer, [recordId])).has(recordId)
}

function refuseBackwards({ startDate, dueDate }: Worked): void {
  if (startDate === null || dueDate === null || startDate <= dueDate) return
  throw invalid('success_plan.dates', { dueDate: 'It is due on or after the day it starts.' })
}

function refuseStrangers(after: Worked, before: Worked | undefined, { byId }: UserDirectory): void {
  const known = new Set(before?.collaboratorIds)
  const stranger = after.collaboratorIds.find((id) => !known.has(id) && byId.get(id)?.kind !== 'person')
  if (stranger === undefined) return
  throw invalid('success_plan.collaborators', { collaborators: `User ${stranger} does not exist.` })
}

/** Refuses owners and collaborators that are not there or can't see the record, and dates that end before they begin. */
export function createPlanChecks(users: Pick<UserService, 'directory'>) {
  /** Only what differs from `before` is looked at: what was there may stay. Error: invalid_input at the fields. */
  return async function check(
    tx: Tx,
    tenantId: number,
    recordId: number,
    after: Worked,
    before?: Worked,
  ): Promise<void> {
    refuseBackwards(after)
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
    refuseStrangers(after, before, directory)
  }
}

export type PlanChecks = ReturnType<typeof createPlanChecks>
