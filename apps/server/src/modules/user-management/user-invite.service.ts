import { userInvited } from '@steward/contracts/event/user.event'
import type { Invitation, Invited } from '@steward/contracts/user-management'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import { forEachFew } from './few-at-once.ts'
import { unknownCurrency } from './user-change.rules.ts'
import { currencyCodes, requirePersonFor, writeAct, type UserContext } from './user.context.ts'
import { addressIn, roleNameOf } from './user.rules.ts'
import { findTakenAddresses, insertUnlessTaken } from './user.store.ts'

type Item = Invitation & { displayCurrency: string }

/** The addresses that may be asked about, by their place; the second of two equal ones is left out. */
function distinctAddresses(texts: readonly string[]): Map<number, string> {
  const found = new Map<number, string>()
  const seen = new Set<string>()
  for (const [index, text] of texts.entries()) {
    const address = addressIn(text)
    if (address === undefined || seen.has(address.toLowerCase())) continue
    seen.add(address.toLowerCase())
    found.set(index, address)
  }
  return found
}

/** Inviting people: who is there already, and new ones with a mail. */
export function createInvitations(context: UserContext) {
  const { platform, registry, cache } = context

  async function currenciesOf(tenantId: number, data: readonly Invitation[]): Promise<Item[]> {
    const codes = await currencyCodes(context, tenantId)
    const items = data.map((item) => ({ ...item, displayCurrency: item.displayCurrency ?? codes[0] }))
    const wrong = items.flatMap(({ displayCurrency }, index) =>
      codes.includes(displayCurrency) ? [] : [`data.${index}.displayCurrency`],
    )
    if (wrong.length === 0) return items
    throw invalid('user.currency', Object.fromEntries(wrong.map((path) => [path, unknownCurrency(codes)])))
  }

  async function inviteOne(tx: Tx, actor: Actor, item: Item, email: string): Promise<Invited> {
    const { tenantId } = actor
    const names = { firstName: '', lastName: '' }
    const { roleId, displayCurrency } = item
    const userId = await insertUnlessTaken(tx, tenantId, {
      ...names,
      email,
      roleId,
      displayCurrency,
      status: 'INVITED',
      externalId: null,
      profileCompleted: false,
      createdAt: platform.clock.now(),
    })
    if (userId === undefined) return { email: item.email, status: 'Already Exists' }
    await registry.access().invite(tx, tenantId, { userId, email }, actor)
    await publish(tx, tenantId, userInvited, { userId })
    await writeAct(
      context,
      tx,
      actor,
      { ...names, userId, email },
      {
        action: 'user.invited',
        summary: `${email} invited as ${roleNameOf(roleId)}`,
        details: { role: roleNameOf(roleId) },
      },
    )
    return { email: item.email, status: 'invited', userId }
  }

  return {
    /** Which of these texts are addresses of users of the installation. */
    async validate(usernames: readonly string[]): Promise<Record<string, 'EXIST'>> {
      const asked = usernames.flatMap((text) => {
        const address = addressIn(text)
        return address === undefined ? [] : [[text, address] as const]
      })
      const taken = await findTakenAddresses(
        platform.database.anonymous,
        asked.map(([, address]) => address),
      )
      return Object.fromEntries(
        asked.filter(([, address]) => taken.has(address)).map(([text]) => [text, 'EXIST' as const]),
      )
    },

    /**
     * Invites everyone whose address is one and is free, each in a transaction of its own; returns
     * the result of each, in order. Throws `invalid_input` for a currency that the tenant does not use.
     */
    async invite(actor: Actor, data: readonly Invitation[]): Promise<Invited[]> {
      const { tenantId } = actor
      for (const { roleId } of data) requirePersonFor(roleId, actor)
      const items = await currenciesOf(tenantId, data)
      const addresses = distinctAddresses(items.map(({ email }) => email))
      const taken = await findTakenAddresses(platform.database.anonymous, [...addresses.values()])
      const results = items.map(({ email }): Invited => ({
        email,
        status: addressIn(email) === undefined ? 'Invalid Email Address' : 'Already Exists',
      }))
      const free = [...addresses].filter(([, address]) => !taken.has(address))
      try {
        await forEachFew(free, async ([index, address]) => {
          results[index] = await transact(platform.database.tenant(tenantId), (tx) =>
            inviteOne(tx, actor, items[index] as Item, address),
          )
        })
      } finally {
        if (free.length > 0) await cache.forget(tenantId)
      }
      return results
    },
  }
}

export type Invitations = ReturnType<typeof createInvitations>
