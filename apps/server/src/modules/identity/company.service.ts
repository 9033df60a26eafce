import type { ChangeCompany, Company } from '@steward/contracts/identity'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import {
  readFetchesLogos,
  readStartPage,
  readTenantName,
  setFetchesLogos,
  setStartPage,
} from '../tenant/index.ts'

/** Follows the switch in the transaction that turns it. */
export type LogoSwitch = (tx: Tx, tenantId: number, isOn: boolean) => Promise<void>

/** What the people of a company have in common: its name, the page on which they begin, and logos. */
export function createCompanyService(
  { caches, config, database }: Platform,
  { audit }: { audit: Pick<AuditService, 'write'> },
) {
  const { fetchLogos: mayFetchLogos } = config
  let onLogoSwitch: LogoSwitch | undefined
  const cache = caches.create('company', async (tenantId, db) => ({
    name: await readTenantName(db, tenantId),
    startPage: await readStartPage(db, tenantId),
    fetchLogos: mayFetchLogos && (await readFetchesLogos(db, tenantId)),
  }))

  async function settings(tenantId: number): Promise<Company> {
    const { startPage, fetchLogos } = await cache.get(tenantId)
    return { startPage, fetchLogos, mayFetchLogos }
  }

  async function changeStartPage(tx: Tx, actor: Actor, startPage: Company['startPage']): Promise<void> {
    const before = await readStartPage(tx, actor.tenantId)
    if (before === startPage) return
    await setStartPage(tx, actor.tenantId, startPage)
    await audit.write(tx, actor.tenantId, {
      action: 'company.changed',
      summary: `Start page changed from ${before} to ${startPage}`,
      actor,
      details: { before: { startPage: before }, after: { startPage } },
    })
  }

  async function switchLogos(tx: Tx, actor: Actor, isOn: boolean): Promise<void> {
    if ((await readFetchesLogos(tx, actor.tenantId)) === isOn) return
    await setFetchesLogos(tx, actor.tenantId, isOn)
    await onLogoSwitch?.(tx, actor.tenantId, isOn)
    await audit.write(tx, actor.tenantId, {
      action: 'company.changed',
      summary: isOn ? 'Turned on logos from websites' : 'Turned off logos from websites',
      actor,
      details: { before: { fetchLogos: !isOn }, after: { fetchLogos: isOn } },
    })
  }

  return {
    /** Cached; logos only where the operator allows them. */
    read: (tenantId: number): Promise<Omit<Company, 'mayFetchLogos'> & { name: string }> =>
      cache.get(tenantId),

    settings,

    registerLogoSwitch(handler: LogoSwitch): void {
      onLogoSwitch = handler
    },

    /** Changes the company, with an entry in the audit log. */
    async change(actor: Actor, { startPage, fetchLogos }: ChangeCompany): Promise<Company> {
      const { tenantId } = actor
      if (fetchLogos && !mayFetchLogos) {
        throw invalid('company.logos_refused', {
          fetchLogos: "This installation doesn't fetch logos. Its operator can allow it with FETCH_LOGOS=on.",
        })
      }
      await transact(database.tenant(tenantId), async (tx) => {
        await changeStartPage(tx, actor, startPage)
        if (fetchLogos !== undefined) await switchLogos(tx, actor, fetchLogos)
      })
      await cache.forget(tenantId)
      return settings(tenantId)
    },
  }
}

export type CompanyService = ReturnType<typeof createCompanyService>
