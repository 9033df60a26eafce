import type { KpiForm, KpiTargetForm, MilestoneForm } from '@steward/contracts/success-plan/item'
import { userOf, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { FieldService } from '../field/index.ts'
import type { Act } from '../record/index.ts'
import type { Current } from './item.table.ts'
import { canFollow } from './kpi.source.ts'
import type { Lookups } from './lookup.service.ts'
import { findSeenRecords } from './plan.link.store.ts'
import { completionOf, storedText } from './plan.service.ts'
import type { KpiTarget, PartState, PlanState } from './plan.state.ts'

export type PartValues = Partial<{ [Key in keyof PartState]: PartState[Key] | undefined }>

/** What a form says, once it is known what it is about. */
export type ReadPartForm = (known: {
  tx: Tx
  actor: Actor
  act: Act
  plan: Current<PlanState>
  before: PartState
  lookups: Lookups
}) => Promise<PartValues>

export interface FormNeighbours {
  fields: Pick<FieldService, 'catalogue'>
  currency: Pick<CurrencyService, 'book'>
}

const workedValues = (form: Omit<KpiForm | MilestoneForm, 'version'>): PartValues => ({
  description: storedText(form.description),
  startDate: form.startDate,
  dueDate: form.dueDate,
  ownerId: form.ownerId,
  collaboratorIds: form.collaborators && [...new Set(form.collaborators)],
})

export const milestoneValues =
  (form: Omit<MilestoneForm, 'version'>): ReadPartForm =>
  async ({ actor, act, before, lookups }) => ({
    ...workedValues(form),
    name: form.name,
    taskIds: form.taskIds && [...new Set(form.taskIds)],
    completesWithTasks: form.completesWithTasks,
    ...(before.statusId === null && { statusId: lookups.meaning('MILESTONE_STATUS', 'open') }),
    ...completionOf(lookups, 'MILESTONE_STATUS', before, form.statusId, {
      userId: userOf(actor),
      at: act.at,
    }),
  })

/** What a form says of the current value: entered by hand, unless a field is followed. */
function currentValues(
  form: Omit<KpiForm, 'version'>,
  before: PartState,
  sourceKey: string | null,
): PartValues {
  const value = form.currentKpiValue ?? form.targetDetails?.currentKpiValue
  const isGiven = value !== undefined || form.currentKpiValue === null
  if (!isGiven || (value ?? null) === before.currentValue) return {}
  if (sourceKey === null) return { currentValue: value ?? null }
  throw invalid('success_plan.followed', {
    currentKpiValue: 'The value follows a field. Remove the source to enter it by hand.',
  })
}

/** Reads the forms of KPIs. */
export function createKpiForms({ fields, currency }: FormNeighbours) {
  async function targetOf(tenantId: number, form: KpiTargetForm): Promise<KpiTarget> {
    const { targetType: type, targetCriteria: criteria, startValue: start, targetValue: target } = form
    if (type !== 'currency') return { type, criteria, start, target, currencyId: null }
    const book = await currency.book(tenantId)
    const currencyId = form.currencyDefinitionId ?? book.standard.currencyDefinitionId
    if (!book.activeIds.has(currencyId)) {
      throw invalid('success_plan.currency', {
        'targetDetails.currencyDefinitionId': 'This currency is not in use. Choose another one.',
      })
    }
    return { type, criteria, start, target, currencyId }
  }

  async function keyOf(
    { tenantId }: Actor,
    level: 1 | 2 | 3 | 4,
    name: string | null | undefined,
  ): Promise<string | null | undefined> {
    if (name === undefined || name === null) return name
    const catalogue = await fields.catalogue(tenantId, level)
    const field = catalogue.find(name) ?? catalogue.byKey(name)
    if (field && canFollow(field)) return field.key
    throw invalid('success_plan.source', {
      sourceField: 'Choose a number, percentage or currency of the record, or its health.',
    })
  }

  /** The values of a form; errors are at its fields. */
  return (form: Omit<KpiForm, 'version'>): ReadPartForm =>
    async ({ tx, actor, act, plan, before, lookups }) => {
      const level = (await findSeenRecords(tx, actor, [plan.state.recordId])).get(plan.state.recordId)
      const sourceKey = await keyOf(actor, level as 1 | 2 | 3 | 4, form.sourceField)
      if (form.progressId !== before.progressId) lookups.check('KPI_PROGRESS', form.progressId, 'progressId')
      const current = currentValues(form, before, sourceKey === undefined ? before.sourceKey : sourceKey)
      return {
        ...workedValues(form),
        name: form.kpiName,
        progressId: form.progressId ?? before.progressId ?? lookups.meaning('KPI_PROGRESS', 'none'),
        target: form.targetDetails && (await targetOf(actor.tenantId, form.targetDetails)),
        sourceKey,
        ...current,
        ...('currentValue' in current && { currentAt: act.at.toISOString(), currentBy: userOf(actor) }),
      }
    }
}

export type KpiForms = ReturnType<typeof createKpiForms>
