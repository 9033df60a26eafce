import { userChanged } from '@steward/contracts/event/user.event'
import { permissionsByRole, roles } from '@steward/contracts/plain/permission'
import type {
  BelongingsBody,
  ChangeUser,
  ChangeUserStatus,
  Role,
  User,
} from '@steward/contracts/user-management'
import { may, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { permissionMissing } from '../../platform/permission-missing.ts'
import { publish } from '../../platform/events/events.ts'
import { administered, changedFields, faultsOf } from './user-change.rules.ts'
import { createUserStatus, isLastAdministrator, lastAdministrator } from './user-status.service.ts'
import {
  currencyCodes,
  refusal,
  requirePersonFor,
  unknownUser,
  writeAct,
  type UserContext,
} from './user.context.ts'
import { nameOf, roleNameOf, userOf, type UserFields } from './user.rules.ts'
import { lockUser, updateUser, type LockedUser } from './user.store.ts'

const administer = 'user.administer'

/** The name of a field in a sentence: first name, mobile number, image. */
const fieldWords = (name: string): string =>
  name
    .replace(/Id$/, '')
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase()

/** Everyone changes themselves, but not all of it; the rest takes a permission. */
function refusalOf(actor: Actor, userId: number, input: ChangeUser): AppError | undefined {
  if (may(actor, administer)) return undefined
  const isSelf = actor.userId === userId
  const fields = isSelf ? administered.filter((name) => input[name] !== undefined) : []
  if (isSelf && fields.length === 0) return undefined
  return permissionMissing(
    actor,
    administer,
    isSelf
      ? Object.fromEntries(fields.map((name) => [name, 'Only administrators can change this.']))
      : undefined,
  )
}

/** Changes users; each change and its entry in the audit log are one transaction. */
export function createUserAdministration(context: UserContext) {
  const { platform, cache } = context
  const status = createUserStatus(context)

  async function personOf(tenantId: number, userId: number): Promise<User> {
    const entry = (await cache.get(tenantId)).byId.get(userId)
    if (!entry || entry.kind !== 'person') throw unknownUser()
    return userOf(entry)
  }

  /** Does something to one user, and answers the user as they are then. Throws `not_found`. */
  async function act(
    actor: Actor,
    userId: number,
    work: (tx: Tx, user: LockedUser) => Promise<void>,
  ): Promise<User> {
    const { tenantId } = actor
    try {
      await transact(platform.database.tenant(tenantId), async (tx) => {
        const user = await lockUser(tx, tenantId, userId)
        if (!user) throw unknownUser()
        await work(tx, user)
      })
    } catch (error) {
      throw refusal(error)
    }
    await cache.forget(tenantId)
    return personOf(tenantId, userId)
  }

  async function changeRole(tx: Tx, actor: Actor, user: LockedUser, fields: UserFields): Promise<void> {
    const { roleId } = fields
    if (roleId === undefined) return
    requirePersonFor(roleId, actor)
    if (isLastAdministrator(user)) throw lastAdministrator()
    const [from, to] = [roleNameOf(user.roleId), roleNameOf(roleId)]
    await writeAct(context, tx, actor, user, {
      action: 'user.role_changed',
      summary: `Role of ${nameOf(user)} changed from ${from} to ${to}`,
      details: { from, to },
    })
  }

  async function changeFields(tx: Tx, actor: Actor, user: LockedUser, fields: UserFields): Promise<void> {
    await changeRole(tx, actor, user, fields)
    await updateUser(tx, actor.tenantId, user.userId, fields)
    if (Object.keys(fields).length > 0)
      await publish(tx, actor.tenantId, userChanged, { userId: user.userId })
    const names = Object.keys(fields).filter((field) => field !== 'roleId')
    if (names.length === 0) return
    await writeAct(context, tx, actor, user, {
      action: 'user.changed',
      summary: `${nameOf(user)} changed: ${names.map(fieldWords).join(', ')}`,
      details: { fields: names },
    })
  }

  async function changeActive(tx: Tx, actor: Actor, user: LockedUser, active?: boolean): Promise<void> {
    if (active === true) await status.reactivate(tx, actor, user)
    if (active === false) await status.deactivate(tx, actor, user)
  }

  return {
    /**
     * Changes a user. Throws `forbidden` for what only an administrator may change, `invalid_input` at the
     * field, and `conflict` where the last administrator would lose the role.
     */
    async change(actor: Actor, userId: number, input: ChangeUser): Promise<User> {
      const refused = refusalOf(actor, userId, input)
      if (refused) {
        await context.refused(actor, administer, 'PATCH /api/user-management/users/:userId')
        throw refused
      }
      const faults = faultsOf(input, await currencyCodes(context, actor.tenantId))
      return act(actor, userId, async (tx, user) => {
        if (Object.keys(faults).length > 0) throw invalid('user.invalid', faults)
        await changeFields(tx, actor, user, changedFields(user, input))
        await changeActive(tx, actor, user, input.active)
      })
    },

    changeStatus(actor: Actor, userId: number, input: ChangeUserStatus): Promise<User> {
      return act(actor, userId, (tx, user) =>
        input.status === 'ACTIVE'
          ? status.reactivate(tx, actor, user)
          : status.deactivate(tx, actor, user, input.handOverTo),
      )
    },

    resend(actor: Actor, userId: number): Promise<User> {
      return act(actor, userId, (tx, user) => status.resend(tx, actor, user))
    },

    /** Throws `forbidden` to tokens, and where the password was not confirmed recently. */
    async disableMfa(actor: Actor, userId: number): Promise<User> {
      await context.registry.access().requireConfirmed(actor)
      return act(actor, userId, (tx, user) => status.disableMfa(tx, actor, user))
    },

    /** Throws `not_found`. */
    async belongings({ tenantId }: Actor, userId: number): Promise<BelongingsBody> {
      await personOf(tenantId, userId)
      return status.belongings(tenantId, userId)
    },

    /** The four roles, what each may do, and how many active and invited users have it. */
    async roles({ tenantId }: Actor): Promise<Role[]> {
      const { all } = await cache.get(tenantId)
      const present = all.filter((user) => user.status !== 'DEACTIVATED')
      return roles.map(({ id, name }) => ({
        roleId: id,
        name,
        permissions: [...permissionsByRole[id]],
        userCount: present.filter((user) => user.roleId === id).length,
      }))
    },

    person: ({ tenantId }: Actor, userId: number): Promise<User> => personOf(tenantId, userId),
  }
}

export type UserAdministration = ReturnType<typeof createUserAdministration>
