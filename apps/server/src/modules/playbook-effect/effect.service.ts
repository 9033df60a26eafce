import type { PlaybookEffectReport } from '@steward/contracts/playbook/effect'
import type { PlaybookEffect } from '@steward/contracts/playbook/template'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService } from '../field/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { TemplateService } from '../playbook-template/index.ts'
import { listAssigned, type AssignedRow } from './effect.read-model.ts'
import { compareMeans, compareShares, hasPower, sampleOf } from './effect.statistics.rules.ts'

export interface EffectNeighbours {
  templates: TemplateService
  fields: Pick<FieldService, 'catalogue'>
  ledger: Pick<Ledger, 'past'>
}

const dayLength = 86_400_000
const listed = 100

/** A value that a record had at an instant; null where it had none. */
type ReadValue = (row: AssignedRow, past: Readonly<Record<string, unknown>>) => number | null

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'boolean' ? Number(value) : value
  return typeof number === 'number' ? number : null
}

/** Reads the success measure at an instant from the ledger, or as it is now. */
function readerOf(measure: PlaybookEffect['measure'], key: string): ReadValue {
  const today: Record<PlaybookEffect['measure'], (row: AssignedRow) => unknown> = {
    health: ({ health }) => health,
    churn: ({ churned }) => churned,
    field: ({ value }) => value,
  }
  return (row, past) => numberOf(key in past ? past[key] : today[measure](row))
}

/** Whether playbooks work: compares the records that ran them with those that were held out. */
export function createEffects(platform: Platform, { templates, fields, ledger }: EffectNeighbours) {
  /** The values of each record at its instant, by record. */
  async function pastOf(
    tenantId: number,
    rows: readonly AssignedRow[],
    instantOf: (row: AssignedRow) => number,
  ) {
    const values = new Map<number, Readonly<Record<string, unknown>>>()
    for (const [instant, some] of Map.groupBy(rows, instantOf)) {
      const ids = some.map(({ id }) => id)
      const found = await ledger.past(tenantId, ids, new Date(instant))
      for (const [id, { before }] of found) values.set(id, before)
    }
    return values
  }

  async function keyOf(tenantId: number, level: 1 | 2 | 3 | 4, effect: PlaybookEffect) {
    if (effect.measure === 'health') return { key: 'health', label: 'Health score' }
    if (effect.measure === 'churn') return { key: 'churned', label: `Churn within ${effect.days} days` }
    const field = (await fields.catalogue(tenantId, level)).find(effect.field ?? '')
    if (field) return { key: field.key, label: field.displayName }
    const message = 'The field that is measured was deleted. Choose another measure in the playbook.'
    throw new AppError('conflict', 'playbook.measure_gone', message)
  }

  return {
    /** Errors: conflict `playbook.no_measure` for one without a measure; not_found. */
    async report(actor: Actor, templateId: number): Promise<PlaybookEffectReport> {
      const { tenantId } = actor
      const { definition, level } = await templates.find(actor, templateId)
      const { effect } = definition
      if (!effect) {
        const message = 'This playbook has no success measure. Choose one when you edit it.'
        throw new AppError('conflict', 'playbook.no_measure', message)
      }
      const { key, label } = await keyOf(tenantId, level, effect)
      const db = platform.database.tenant(tenantId)
      const all = await listAssigned(db, tenantId, templateId, effect.days, key)
      const endOf = ({ assignedAt }: AssignedRow) => assignedAt.getTime() + effect.days * dayLength
      const now = platform.clock.now().getTime()
      const ended = all.filter((row) => endOf(row) <= now)
      const disturbed = ended.filter(({ disturbedBy }) => disturbedBy !== null)
      const clean = ended.filter(({ disturbedBy }) => disturbedBy === null)
      const [before, after] = await Promise.all([
        pastOf(tenantId, clean, ({ assignedAt }) => assignedAt.getTime()),
        pastOf(tenantId, clean, endOf),
      ])
      const read = readerOf(effect.measure, key)
      const outcomes = clean.flatMap((row) => {
        const start = read(row, before.get(row.id) ?? {})
        const end = read(row, after.get(row.id) ?? {})
        if (start === null || end === null) return []
        // Customers that had churned before can't churn again.
        if (effect.measure === 'churn') return start === 1 ? [] : [{ heldOut: row.heldOut, value: end }]
        return [{ heldOut: row.heldOut, value: end - start }]
      })
      const of = (heldOut: boolean) =>
        sampleOf(outcomes.filter((one) => one.heldOut === heldOut).map(({ value }) => value))
      const [treated, heldOut] = [of(false), of(true)]
      const hasEnough = hasPower(treated.count, heldOut.count)
      const compare = effect.measure === 'churn' ? compareShares : compareMeans
      const interval = hasEnough ? compare(treated, heldOut) : null
      const first = all.map(({ assignedAt }) => assignedAt.getTime()).toSorted((a, b) => a - b)[0]
      return {
        measure: effect,
        label,
        treated: { records: treated.count, mean: treated.count > 0 ? treated.mean : null },
        heldOut: { records: heldOut.count, mean: heldOut.count > 0 ? heldOut.mean : null },
        hasEnough,
        difference: interval && { value: interval.difference, low: interval.low, high: interval.high },
        waiting: all.length - ended.length,
        withoutValue: clean.length - outcomes.length,
        contaminated: disturbed.slice(0, listed).map(({ id, name, heldOut: held, disturbedBy }) => ({
          id,
          name,
          heldOut: held,
          reason: `“${disturbedBy}” ran on it within the time.`,
        })),
        contaminatedCount: disturbed.length,
        firstAssignedAt: first === undefined ? null : new Date(first).toISOString(),
      }
    },
  }
}

export type Effects = ReturnType<typeof createEffects>
