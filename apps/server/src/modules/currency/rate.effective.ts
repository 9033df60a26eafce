import { dayOf } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { monthOf, ratio } from './rate.rules.ts'
import { listEffective, listNewest, replaceEffective, type EffectiveRow } from './rate.store.ts'

/**
 * Calculates by what amounts are converted now: for each currency the newest rate up to the present month that
 * can be given for the base. Whether anything of it is new.
 */
export async function renewEffective(tx: Tx, tenantId: number, baseId: number, now: Date): Promise<boolean> {
  const newest = await listNewest(tx, tenantId, baseId, monthOf(dayOf(now)))
  const rates = newest.map(({ currencyDefinitionId, units, baseUnits, rateDate, month }): EffectiveRow => ({
    currencyDefinitionId,
    toBase: ratio(baseUnits, units),
    rateDate,
    month,
  }))
  const next = [{ currencyDefinitionId: baseId, toBase: 1, rateDate: null, month: null }, ...rates].toSorted(
    (a, b) => a.currencyDefinitionId - b.currencyDefinitionId,
  )
  if (JSON.stringify(next) === JSON.stringify(await listEffective(tx, tenantId))) return false
  await replaceEffective(tx, tenantId, next)
  return true
}
