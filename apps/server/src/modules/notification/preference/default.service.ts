import type { ChangeNotificationDefaults, NotificationDefaults } from '@steward/contracts/notification'
import type { Actor } from '../../../platform/actor.ts'
import { transact } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { choose, defaultsOf, faultsOf, type Choices } from './preference.rules.ts'
import { lockDefaults, readDefaults, setDefaults } from './preference.store.ts'

/** Manages the defaults of a company, which hold for everyone who has not chosen otherwise. */
export function createDefaultService(platform: Platform) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  return {
    read: async (actor: Actor): Promise<NotificationDefaults> =>
      defaultsOf(await readDefaults(dbOf(actor), actor.tenantId)),

    /** Changes some, for what happens from now on. */
    change: (actor: Actor, input: ChangeNotificationDefaults): Promise<NotificationDefaults> =>
      transact(dbOf(actor), async (tx) => {
        const before = await lockDefaults(tx, actor.tenantId)
        const given: Choices = Object.fromEntries(
          Object.entries(input).filter(([, value]) => value !== undefined),
        )
        const after: NotificationDefaults = { ...defaultsOf(before), ...given }
        const faults = faultsOf(after)
        if (Object.keys(faults).length > 0) throw invalid('notification.quiet_hours', faults)
        await setDefaults(tx, actor.tenantId, choose(before, given, after))
        return after
      }),
  }
}

export type DefaultService = ReturnType<typeof createDefaultService>
