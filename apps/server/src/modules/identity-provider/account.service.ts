import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserEntry, UserService } from '../user-management/index.ts'
import { matchUser, type Mismatch } from './match.rules.ts'
import type { ProvenIdentity } from './provider.port.ts'

export type Account = Pick<Actor, 'tenantId' | 'userId' | 'roleId'>

export interface Accounts {
  /**
   * The user of the company whom a proven identity is, or why there is none. No one is created; someone
   * who was invited becomes active.
   */
  find(tenantId: number, identity: ProvenIdentity): Promise<Account | Mismatch>
}

export function createAccounts({ database }: Platform, users: UserService): Accounts {
  async function activate(tenantId: number, { userId }: UserEntry): Promise<void> {
    await transact(database.tenant(tenantId), (tx) => users.activate(tx, tenantId, userId))
    await users.forget(tenantId)
  }

  return {
    async find(tenantId, identity) {
      const entry = matchUser(identity, await users.directory(tenantId))
      if (typeof entry === 'string') return entry
      if (entry.status !== 'ACTIVE') await activate(tenantId, entry)
      return { tenantId, userId: entry.userId, roleId: entry.roleId }
    },
  }
}
