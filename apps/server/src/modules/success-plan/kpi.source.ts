import { successPlanChanged } from '@steward/contracts/event/success-plan.event'
import { convert } from '@steward/contracts/money'
import { depthOf, type ChangeCause } from '@steward/contracts/record-history'
import type { Tx } from '../../platform/db/database.ts'
import { publish } from '../../platform/events/events.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalogue, CatalogueField, FieldService, FindUses } from '../field/index.ts'
import {
  countFollowing,
  lockFollowing,
  lockOnChanged,
  writeMeasured,
  type FollowingKpi,
} from './kpi.store.ts'

export interface SourceNeighbours {
  fields: Pick<FieldService, 'catalogue'>
  currency: Pick<CurrencyService, 'book'>
}

const healthKey = 'health'

/** Whether KPIs can follow a field: numbers, percentages, amounts and roll-ups, and the health score. */
export const canFollow = ({ key, fieldId, kind }: CatalogueField): boolean =>
  kind === 'number' && (fieldId !== null || key === healthKey)

/** The field under a key that KPIs can follow; undefined where it was deleted. */
export function followedField(catalogue: Catalogue, key: string): CatalogueField | undefined {
  const field = catalogue.byKey(key)
  return field && canFollow(field) ? field : undefined
}

/** Counts the KPIs that follow a custom field. Their plans aren't named: not everyone sees them. */
export const createKpiUses =
  ({ database }: Platform): FindUses =>
  async (tenantId, { key }, once) => {
    const counts = await once('KPI', () => countFollowing(database.tenant(tenantId), tenantId))
    const count = counts.get(key) ?? 0
    return count > 0 ? [{ kind: 'KPI', name: 'Open success plans', count }] : []
  }

/** When KPIs get their values, and what led there. */
interface MeasuringAct {
  at: Date
  causes?: readonly ChangeCause[]
}

/** Gives KPIs the values of the fields that they follow. */
export function createKpiSources({ fields, currency }: SourceNeighbours) {
  /** What a field says, in the currency of the KPI; undefined where the value stays: no field, or no rate. */
  async function valueOf(
    tenantId: number,
    { level, sourceKey, target, value }: FollowingKpi,
  ): Promise<number | null | undefined> {
    if (!followedField(await fields.catalogue(tenantId, level), sourceKey)) return undefined
    if (value === null || typeof value === 'number') return value
    if (target.currencyId === null) return value.value
    const { rates } = await currency.book(tenantId)
    return convert(value, target.currencyId, rates)?.value
  }

  async function measure(
    tx: Tx,
    tenantId: number,
    kpis: readonly FollowingKpi[],
    { at, causes = [] }: MeasuringAct,
  ): Promise<void> {
    const measured: { itemId: number; planId: number; value: number | null }[] = []
    for (const kpi of kpis) {
      const value = await valueOf(tenantId, kpi)
      if (value !== undefined && value !== kpi.current) measured.push({ ...kpi, value })
    }
    if (measured.length === 0) return
    await writeMeasured(tx, tenantId, measured, at)
    await publish(tx, tenantId, successPlanChanged, {
      changeSetId: null,
      of: 'item',
      kind: 'measured',
      planIds: [...new Set(measured.map(({ planId }) => planId))],
      itemIds: measured.map(({ itemId }) => itemId),
      keys: ['currentValue'],
      completedIds: [],
      userId: null,
      measuredAt: at.toISOString(),
      causes: [...causes],
      depth: depthOf(causes),
    })
  }

  return {
    /** After records changed. */
    async measureChanged(tx: Tx, tenantId: number, changeSetId: number, act: MeasuringAct): Promise<void> {
      await measure(tx, tenantId, await lockOnChanged(tx, tenantId, changeSetId), act)
    },
    /** KPIs that follow a field from now on. */
    async measureItems(tx: Tx, tenantId: number, itemIds: readonly number[], at: Date): Promise<void> {
      await measure(tx, tenantId, await lockFollowing(tx, tenantId, itemIds), { at })
    },
  }
}

export type KpiSources = ReturnType<typeof createKpiSources>
