import type { Follow } from '@steward/contracts/notification'
import { roleIds } from '@steward/contracts/plain/permission'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Records } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import { findUnable, readFollow } from './notification.read-model.ts'
import { setFollow } from './notification.store.ts'

/** Manages the followers of records. Owners follow unless they turn it off. */
export function createFollowService(
  platform: Platform,
  { records, users }: { records: Pick<Records, 'current'>; users: Pick<UserService, 'directory'> },
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function read(actor: Actor, recordId: number): Promise<Follow> {
    const record = (await records.current(actor, [recordId])).get(recordId)
    if (!record) throw notFound('record.unknown', "This record does not exist, or you can't see it.")
    const owners = (record.state['owners'] ?? []) as number[]
    const set = await readFollow(dbOf(actor), actor.tenantId, recordId)
    const followers = new Set(owners)
    for (const [userId, follows] of set) {
      if (follows) followers.add(userId)
      else followers.delete(userId)
    }
    return {
      follows: followers.has(actor.userId),
      isOwner: owners.includes(actor.userId),
      followers: followers.size,
    }
  }

  return {
    read,
    /** The users who can't see a record. Throws `not_found` where the actor can't either. */
    async unable(actor: Actor, recordId: number): Promise<number[]> {
      await read(actor, recordId)
      const { all } = await users.directory(actor.tenantId)
      const scoped = all.filter(({ roleId }) => roleId === roleIds.normalUser).map(({ userId }) => userId)
      return findUnable(dbOf(actor), actor.tenantId, recordId, scoped)
    },
    /** Follows a record, or no longer. Throws `not_found` for one that the actor can't see. */
    async set(actor: Actor, recordId: number, follows: boolean): Promise<Follow> {
      await read(actor, recordId)
      await setFollow(dbOf(actor), actor.tenantId, recordId, actor.userId, follows)
      return read(actor, recordId)
    },
  }
}

export type FollowService = ReturnType<typeof createFollowService>
