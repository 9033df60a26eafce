import { roleIds } from '@steward/contracts/plain/permission'
import { transact, type Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user-management/index.ts'
import { putCredential } from '../password/index.ts'
import { administratorPasswordFault } from '../../platform/secrets/administrator-password.ts'
import { generatePassword } from '../../platform/secrets/password.generator.ts'
import { hashPassword } from '../../platform/secrets/password.hash.ts'
import { findFirstTenant, insertTenant, lockInstance, takeTenantId } from '../tenant/index.ts'

/** Gives a new tenant what it begins with. */
export type SeedTenant = (tx: Tx, tenantId: number) => Promise<void>

export interface Instance {
  tenantId: number
  administrator: {
    email: string
    /** Only when it was generated just now; it is kept nowhere. */
    password: string | null
  }
  /** Whether this call created it. */
  fresh: boolean
}

export interface InstanceService {
  /** Creates a tenant and returns its id. */
  createTenant(name: string, seedTenant: SeedTenant): Promise<number>
  createCredential(tx: Tx, tenantId: number, userId: number, password: string): Promise<void>
  /**
   * Creates the first tenant with its administrator on a database that has none. When several
   * processes call this at once, one creates and the others find what it created. Throws where the password
   * that was chosen for the administrator is too weak.
   */
  ensureInstance(options: { seedTenant: SeedTenant }): Promise<Instance>
}

export function createInstanceService(platform: Platform, users: UserService): InstanceService {
  const { database, clock, config } = platform

  async function createCredential(tx: Tx, tenantId: number, userId: number, password: string): Promise<void> {
    const passwordHash = await hashPassword(password)
    await putCredential(tx, tenantId, userId, { passwordHash, changedAt: clock.now() })
  }

  async function found(tenantId: number): Promise<Instance> {
    const { all } = await users.directory(tenantId)
    const administrators = all.filter(
      (user) => user.roleId === roleIds.administrator && user.status === 'ACTIVE',
    )
    const first = administrators.toSorted((a, b) => a.userId - b.userId)[0]
    const email = first?.email ?? config.administrator.email
    return { tenantId, administrator: { email, password: null }, fresh: false }
  }

  /** Returns false when another process was first. */
  async function create(tenantId: number, password: string, seedTenant: SeedTenant): Promise<boolean> {
    return transact(database.tenant(tenantId), async (tx) => {
      if (await lockInstance(tx)) return false
      await insertTenant(tx, tenantId, 'My company')
      await seedTenant(tx, tenantId)
      const userId = await users.createUser(tx, tenantId, {
        email: config.administrator.email,
        // The administrator enters a name; until then the address stands for it.
        firstName: '',
        lastName: '',
        roleId: roleIds.administrator,
      })
      await createCredential(tx, tenantId, userId, password)
      return true
    })
  }

  return {
    createCredential,
    async createTenant(name, seedTenant) {
      const tenantId = await takeTenantId(database.anonymous)
      await transact(database.tenant(tenantId), async (tx) => {
        await insertTenant(tx, tenantId, name)
        await seedTenant(tx, tenantId)
      })
      return tenantId
    },
    async ensureInstance({ seedTenant }) {
      const known = await findFirstTenant(database.anonymous)
      if (known !== undefined) return found(known)
      const { email, password: chosen } = config.administrator
      const fault = await administratorPasswordFault(config.administrator)
      if (fault !== undefined) throw new Error(fault)
      const password = chosen ?? generatePassword()
      const tenantId = await takeTenantId(database.anonymous)
      const fresh = await create(tenantId, password, seedTenant)
      if (!fresh) return found((await findFirstTenant(database.anonymous)) ?? tenantId)
      return { tenantId, administrator: { email, password: chosen ? null : password }, fresh: true }
    },
  }
}
