import type { Company } from '@steward/contracts/identity'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import { readStartPage, readTenantName, setStartPage } from '../tenant/index.ts'

/** What the people of a company have in common: its name, and the page on which they begin. */
export function createCompanyService(
  { caches, database }: Platform,
  { audit }: { audit: Pick<AuditService, 'write'> },
) {
  const cache = caches.create('company', async (tenantId, db) => {
    const [name, startPage] = [await readTenantName(db, tenantId), await readStartPage(db, tenantId)]
    return { name, startPage }
  })

  return {
    /** Cached. */
    read: (tenantId: number): Promise<Company & { name: string }> => cache.get(tenantId),

    /** Changes the company, with an entry in the audit log. */
    async change(actor: Actor, { startPage }: Company): Promise<Company> {
      const { tenantId } = actor
      await transact(database.tenant(tenantId), async (tx) => {
        const before = await readStartPage(tx, tenantId)
        if (before === startPage) return
        await setStartPage(tx, tenantId, startPage)
        await audit.write(tx, tenantId, {
          action: 'company.changed',
          summary: `Start page changed from ${before} to ${startPage}`,
          actor,
          details: { before: { startPage: before }, after: { startPage } },
        })
      })
      await cache.forget(tenantId)
      return { startPage }
    },
  }
}

export type CompanyService = ReturnType<typeof createCompanyService>
