import { currencyChanged, type CurrencyChanged } from '@steward/contracts/event/setting.event'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { Db, Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'

/** Where a currency is used, in words such as "accounts", and how often; many are counted up to a limit. */
export interface CurrencyUse {
  where: string
  count: number
  /** Whether there are more. */
  more?: boolean
}

export type FindUse = (db: Db, tenantId: number, currency: CurrencyDefinition) => Promise<CurrencyUse[]>

/** What changed: the rates that amounts are converted by, or the currency that is taken where none is named. */
export type CurrencyChange = CurrencyChanged['change']

/** A module's reaction to a change, in the transaction of the change. */
export interface Follower {
  /** In the transaction of the change: what has to be done at once, or a job for the rest. */
  follow(tx: Tx, tenantId: number, change: CurrencyChange): Promise<void>
  /** After its commit. */
  settled?(tenantId: number): Promise<void>
}

/** What modules above report currencies and do about them; they register when they are made. */
export function createCurrencyRegistry() {
  const finders = new Map<string, FindUse>()
  const followers = new Map<string, Follower>()
  return {
    /** A later registration of the same name takes the place of the earlier. */
    registerUse: (name: string, find: FindUse) => void finders.set(name, find),
    registerFollower: (name: string, follower: Follower) => void followers.set(name, follower),
    async findUses(db: Db, tenantId: number, currency: CurrencyDefinition): Promise<CurrencyUse[]> {
      const found = await Promise.all([...finders.values()].map((find) => find(db, tenantId, currency)))
      return found.flat().filter(({ count }) => count > 0)
    },
    async follow(tx: Tx, tenantId: number, change: CurrencyChange): Promise<void> {
      for (const { follow } of followers.values()) await follow(tx, tenantId, change)
      await publish(tx, tenantId, currencyChanged, { change })
    },
    async settled(tenantId: number): Promise<void> {
      for (const { settled } of followers.values()) await settled?.(tenantId)
    },
  }
}

export type CurrencyRegistry = ReturnType<typeof createCurrencyRegistry>
