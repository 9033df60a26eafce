import { transact } from '../../platform/db/database.ts'
import { createHttpOut } from '../../platform/http-out/http-out.ts'
import { eachTenant } from '../../platform/jobs/each-tenant.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { CurrencyContext } from './currency.service.ts'
import { lockCurrencies } from './currency.store.ts'
import { collectFile, readPublished } from './rate-file.ts'
import type { RateImport } from './rate-import.service.ts'
import { settleRates } from './rate.service.ts'
import { listTenantIds } from './rate.store.ts'

const monthTask = 'currency:follow-months'
const fetchTask = 'currency:fetch-rates'

/** Scheduled work on rates: a new month may change them, and banks publish new ones. */
export function createRateJobs(context: CurrencyContext, imports: RateImport) {
  const { platform, forget, read } = context
  const { exchangeRatesUrl: url } = platform.config
  const tenants = () => listTenantIds(platform.database.anonymous)

  /** A rate that was entered ahead counts from its month on. */
  async function followMonth(tenantId: number): Promise<void> {
    await transact(platform.database.tenant(tenantId), async (tx) => {
      await lockCurrencies(tx, tenantId)
      const { base } = await read(tx, tenantId)
      await settleRates(context, tx, tenantId, base.currencyDefinitionId)
    })
    await forget(tenantId)
  }

  const followMonths: Task = async (_payload, { log }) => eachTenant(await tenants(), log, followMonth)

  const fetchRates: Task = async (_payload, { log }) => {
    if (url === undefined) return
    const answer = await createHttpOut(platform.config.allowPrivateAddresses).fetch(url)
    if (!answer.ok || !answer.body)
      throw new Error(`The exchange rates could not be fetched: status ${answer.status}`)
    const published = await readPublished(await collectFile(answer.body))
    await eachTenant(await tenants(), log, async (tenantId) => {
      const { added, changed } = await imports.importPublished(tenantId, published)
      if (added + changed > 0) log.info({ tenantId, added, changed }, 'exchange rates were fetched')
    })
  }

  return {
    tasks: { [monthTask]: followMonths, [fetchTask]: fetchRates },
    // The bank publishes at about 16:00 in Frankfurt.
    schedules: [`2 0 1 * * ${monthTask}`, ...(url === undefined ? [] : [`40 16 * * * ${fetchTask}`])],
  }
}
