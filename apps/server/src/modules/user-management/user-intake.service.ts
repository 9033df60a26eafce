import { userInvited } from '@steward/contracts/event/user.event'
import { permissionsByRole, type RoleId } from '@steward/contracts/plain/permission'
import { changeUserSchema } from '@steward/contracts/user-management'
import { z } from 'zod'
import { may, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { forEachFew } from './few-at-once.ts'
import { faultsOf } from './user-change.rules.ts'
import { currencyCodes, refusal, requirePersonFor, writeAct, type UserContext } from './user.context.ts'
import { addressIn, roleNameOf, type UserDirectory } from './user.rules.ts'
import { findTakenAddresses, insertUnlessTaken, updateUser } from './user.store.ts'

/** Someone who may become a user; texts as they came. */
export interface Newcomer {
  email: string
  firstName: string
  lastName: string
  roleId: RoleId
  externalId: string | null
  mobileNumber: string | null
  timeZone: string | null
}

/** Whether someone may become a user: `exists` where the address belongs to one, else a sentence why not. */
export type Admission = 'ready' | 'exists' | { refused: string }

interface Adding {
  /** Whether everyone is sent an invitation at once. */
  sendsMail: boolean
  /** Runs in the transaction that adds a user. */
  onAdded(tx: Tx, userId: number): Promise<void>
}

const known = changeUserSchema.shape
const textsSchema = z.object({
  firstName: known.firstName,
  lastName: known.lastName,
  externalId: known.externalId,
  mobileNumber: known.mobileNumber,
  timeZone: known.timeZone,
})

/** Why someone may not give a role; no one gives one that may do more than their own. */
function faultOfRole(actor: Actor, roleId: RoleId): string | undefined {
  if (!permissionsByRole[roleId].every((permission) => may(actor, permission))) {
    return `${roleNameOf(roleId)} is a role above your own.`
  }
  try {
    requirePersonFor(roleId, actor)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function faultOfTexts(person: Newcomer): string | undefined {
  const { success, error } = textsSchema.safeParse(person)
  if (!success) return error.issues[0]?.message
  return Object.values(faultsOf({ timeZone: person.timeZone }, []))[0]
}

function faultOf(actor: Actor, directory: UserDirectory, person: Newcomer): string | undefined {
  if (addressIn(person.email) === undefined) return `“${person.email.slice(0, 60)}” is not an email address.`
  const fault = faultOfTexts(person) ?? faultOfRole(actor, person.roleId)
  if (fault) return fault
  const { externalId } = person
  const holder = externalId === null ? undefined : directory.all.find((one) => one.externalId === externalId)
  return holder && `${holder.name} already has the external ID “${externalId}”.`
}

/** Adding many people at once, whose data came from elsewhere. */
export function createIntake(context: UserContext) {
  const { platform, registry, cache } = context

  async function add(
    tx: Tx,
    actor: Actor,
    { mobileNumber, timeZone, ...person }: Newcomer,
    more: { displayCurrency: string; sendsMail: boolean },
  ): Promise<number | undefined> {
    const { tenantId } = actor
    const { displayCurrency, sendsMail } = more
    const email = addressIn(person.email) ?? person.email
    const userId = await insertUnlessTaken(tx, tenantId, {
      ...person,
      email,
      displayCurrency,
      status: 'INVITED',
      profileCompleted: false,
      createdAt: platform.clock.now(),
    })
    if (userId === undefined) return undefined
    await updateUser(tx, tenantId, userId, {
      ...(mobileNumber !== null && { mobileNumber }),
      ...(timeZone !== null && { timeZone }),
    })
    if (sendsMail) await registry.access().invite(tx, tenantId, { userId, email }, actor)
    await publish(tx, tenantId, userInvited, { userId })
    const role = roleNameOf(person.roleId)
    await writeAct(
      context,
      tx,
      actor,
      { ...person, userId, email },
      sendsMail
        ? { action: 'user.invited', summary: `${email} invited as ${role}`, details: { role } }
        : {
            action: 'user.added',
            summary: `${email} added as ${role} without an invitation`,
            details: { role },
          },
    )
    return userId
  }

  return {
    /** Whether each of some people may become a user, in their order. */
    async admit(actor: Actor, people: readonly Newcomer[]): Promise<Admission[]> {
      const directory = await cache.get(actor.tenantId)
      const addresses = people.flatMap(({ email }) => addressIn(email) ?? [])
      const taken = await findTakenAddresses(platform.database.anonymous, addresses)
      return people.map((person) => {
        const address = addressIn(person.email)
        if (address !== undefined && taken.has(address)) return 'exists'
        const refused = faultOf(actor, directory, person)
        return refused === undefined ? 'ready' : { refused }
      })
    },

    /** Adds people who were admitted, each in a transaction of its own; gives how many were. */
    async add(actor: Actor, people: readonly Newcomer[], { sendsMail, onAdded }: Adding): Promise<number> {
      const { tenantId } = actor
      const [displayCurrency] = await currencyCodes(context, tenantId)
      let added = 0
      try {
        await forEachFew(people, async (person) => {
          const userId = await transact(platform.database.tenant(tenantId), async (tx) => {
            const id = await add(tx, actor, person, { displayCurrency, sendsMail })
            if (id !== undefined) await onAdded(tx, id)
            return id
          })
          if (userId !== undefined) added += 1
        })
      } catch (error) {
        throw refusal(error)
      } finally {
        await cache.forget(tenantId)
      }
      return added
    },
  }
}

export type UserIntake = ReturnType<typeof createIntake>
