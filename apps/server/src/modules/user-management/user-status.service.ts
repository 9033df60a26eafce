import { userChanged, userDeactivated } from '@steward/contracts/event/user.event'
import { roleIds } from '@steward/contracts/plain/permission'
import type { BelongingsBody } from '@steward/contracts/user-management'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { requirePersonFor, writeAct, type UserContext } from './user.context.ts'
import { isInvited, nameOf, type UserEntry } from './user.rules.ts'
import { setStatus, type LockedUser } from './user.store.ts'

function refused(reason: string, message: string): AppError {
  return new AppError('conflict', reason, message)
}

/** Whether no one could administer users if this one could not. */
export function isLastAdministrator(user: LockedUser): boolean {
  return user.roleId === roleIds.administrator && user.status === 'ACTIVE' && user.otherAdministrators === 0
}

export function lastAdministrator(): AppError {
  return refused(
    'user.last_administrator',
    'This is the last active administrator. Make another user an administrator first.',
  )
}

function unfitHeir(message: string): AppError {
  return invalid('user.hand_over', { handOverTo: message })
}

function things(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en-US')} ${noun}s`
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function endOf(user: LockedUser): { action: string; summary: string } {
  return isInvited(user.status)
    ? { action: 'user.invitation_revoked', summary: `Invitation of ${nameOf(user)} revoked` }
    : { action: 'user.deactivated', summary: `${nameOf(user)} deactivated` }
}

/** People who come and go. All of it in the caller's transaction, on a user who is locked. */
export function createUserStatus(context: UserContext) {
  const { registry, cache } = context

  async function heirOf(actor: Actor, user: LockedUser, userId: number): Promise<UserEntry> {
    const heir = (await cache.get(actor.tenantId)).byId.get(userId)
    if (!heir || heir.kind !== 'person') throw unfitHeir('This user does not exist.')
    if (heir.userId === user.userId) throw unfitHeir('Choose another user.')
    if (heir.disableMessage) throw unfitHeir(`This user can't own records (${heir.disableMessage}).`)
    return heir
  }

  /** Gives all that the user owns to the heir; returns the audit log's summary of it. */
  async function handOver(
    tx: Tx,
    actor: Actor,
    user: LockedUser,
    heir: UserEntry,
  ): Promise<{ words: string; details: Record<string, unknown> }> {
    const counts = { record: 0 } as Record<string, number> & { record: number }
    let byJob = false
    for (const belongings of registry.belongings()) {
      const handed = await belongings.handOver(tx, actor, user.userId, heir.userId)
      const { noun = 'record' } = handed
      counts[noun] = (counts[noun] ?? 0) + handed.count
      byJob ||= handed.byJob
    }
    const { record: records, ...others } = counts
    const named = Object.entries(others).filter(([, count]) => count > 0)
    const words = [
      ...(records > 0 || named.length === 0 ? [things(records, 'record')] : []),
      ...named.map(([noun, count]) => things(count, noun)),
    ]
    const verb = byJob ? 'being handed over by a job' : 'handed over'
    return {
      words: `${conjunction.format(words)} ${verb} to ${heir.name}`,
      details: {
        handedOverTo: heir.userId,
        records,
        ...Object.fromEntries(named.map(([noun, count]) => [`${noun}s`, count])),
        byJob,
      },
    }
  }

  async function endAccess(tx: Tx, actor: Actor, { userId, status }: LockedUser): Promise<void> {
    await setStatus(tx, actor.tenantId, userId, 'DEACTIVATED', status)
    await publish(tx, actor.tenantId, userDeactivated, { userId })
    const access = registry.access()
    await (isInvited(status) ? access.takeBack(tx, userId, actor) : access.suspend(tx, userId, actor))
  }

  return {
    /**
     * Deactivates a user, or takes an invitation back; `handOverTo` is given what they own, also
     * afterwards. Throws `conflict` for oneself and for the last active administrator.
     */
    async deactivate(tx: Tx, actor: Actor, user: LockedUser, handOverTo?: number): Promise<void> {
      if (user.userId === actor.userId) {
        throw refused('user.self', "You can't deactivate yourself. Ask another administrator.")
      }
      if (isLastAdministrator(user)) throw lastAdministrator()
      const heir = handOverTo === undefined ? undefined : await heirOf(actor, user, handOverTo)
      const isNew = user.status !== 'DEACTIVATED'
      if (isNew) await endAccess(tx, actor, user)
      const handed = heir && (await handOver(tx, actor, user, heir))
      if (!isNew && !handed) return
      const { action, summary } = isNew ? endOf(user) : { action: 'user.handed_over', summary: nameOf(user) }
      await writeAct(context, tx, actor, user, {
        action,
        summary: handed ? `${summary}: ${handed.words}` : summary,
        ...(handed ? { details: handed.details } : {}),
      })
    },

    /**
     * Lets a deactivated user work again, with a new password that they set by a mailed code; one who
     * never came is invited again. Throws `conflict` for one who is only invited, and `forbidden` to API tokens where it is an administrator.
     */
    async reactivate(tx: Tx, actor: Actor, user: LockedUser): Promise<void> {
      if (user.status === 'ACTIVE') return
      if (user.status !== 'DEACTIVATED') {
        throw refused('user.invited', "This user hasn't logged in yet. Resend the invitation instead.")
      }
      requirePersonFor(user.roleId, actor)
      const { userId, email, deactivatedFrom } = user
      const isAnew = deactivatedFrom !== null && isInvited(deactivatedFrom)
      await setStatus(tx, actor.tenantId, userId, isAnew ? 'INVITED' : 'ACTIVE', null)
      await publish(tx, actor.tenantId, userChanged, { userId })
      // The user may have been deactivated because someone else knew the password or created a token.
      await registry.access().takeBack(tx, userId, actor)
      if (isAnew) await registry.access().invite(tx, actor.tenantId, { userId, email }, actor)
      await writeAct(context, tx, actor, user, {
        action: 'user.reactivated',
        summary: `${nameOf(user)} reactivated${isAnew ? ' and invited again' : ''}`,
      })
    },

    /**
     * Throws `conflict` for one who has signed in, or was deactivated, and `forbidden` to API tokens where
     * it is an administrator.
     */
    async resend(tx: Tx, actor: Actor, user: LockedUser): Promise<void> {
      if (!isInvited(user.status)) {
        throw refused('user.not_invited', 'This user has no pending invitation.')
      }
      requirePersonFor(user.roleId, actor)
      const { userId, email } = user
      await registry.access().invite(tx, actor.tenantId, { userId, email }, actor)
      await writeAct(context, tx, actor, user, {
        action: 'user.invitation_resent',
        summary: `Invitation of ${nameOf(user)} sent again`,
      })
    },

    /** Nothing where there is none. Throws `conflict` for oneself: that takes the password, in the profile. */
    async disableMfa(tx: Tx, actor: Actor, user: LockedUser): Promise<void> {
      if (user.userId === actor.userId) {
        throw refused('user.self', 'Change your own two-factor authentication in your profile.')
      }
      await registry.access().disableMfa(tx, actor.tenantId, user.userId, actor)
    },

    /** Counts what a user owns, by type. */
    async belongings(tenantId: number, userId: number): Promise<BelongingsBody> {
      const counted = await Promise.all(registry.belongings().map((one) => one.count(tenantId, userId)))
      const belongings = counted.flat().filter(({ count }) => count > 0)
      return { belongings, total: belongings.reduce((sum, { count }) => sum + count, 0) }
    },
  }
}
