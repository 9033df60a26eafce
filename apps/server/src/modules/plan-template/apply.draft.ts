import type { PlanTemplate, TemplateItem } from '@steward/contracts/success-plan/template'
import { userOf, type Actor } from '../../platform/actor.ts'
import { emptyPart, type Lookups, type PartState, type PlanState } from '../success-plan/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { dayOf, filledName, filledText, type Placeholders } from './template.rules.ts'
import type { TargetRecord } from './template.store.ts'

/** A plan that is about to be made for a record. */
export interface Drafted {
  record: TargetRecord
  ownerId: number | null
  values: Placeholders
  name: string
  dueDate: string | null
}

/** What all plans of an application have in common. */
export interface Common {
  template: PlanTemplate
  startDate: string
  lookups: Lookups
  /** Of amounts whose currency the template leaves open. */
  currencyId: number
  keyOf(name: string): string | null
}

export function draft(
  template: PlanTemplate,
  record: TargetRecord,
  startDate: string,
  { byId }: UserDirectory,
): Drafted {
  const owner = record.ownerId === null ? undefined : byId.get(record.ownerId)
  const ownerId = owner?.assignable ? owner.userId : null
  const dueDate = dayOf(startDate, template.durationDays)
  const values: Placeholders = {
    'record.name': record.name,
    'owner.name': ownerId === null ? '' : (owner?.name ?? ''),
    'start.date': startDate,
    'due.date': dueDate ?? '',
  }
  return { record, ownerId, values, name: filledName(template.planName, values) || template.name, dueDate }
}

export function planOf(
  drafted: Drafted,
  { template, startDate, lookups }: Common,
  actor: Actor,
  at: Date,
): PlanState {
  return {
    name: drafted.name,
    description: filledText(template.description, drafted.values),
    startDate,
    dueDate: drafted.dueDate,
    ownerId: drafted.ownerId,
    collaboratorIds: [],
    statusId: lookups.meaning('SUCCESS_PLAN_STATUS', 'open'),
    progressId: lookups.meaning('SUCCESS_PLAN_PROGRESS', 'none'),
    recordId: drafted.record.recordId,
    isArchived: false,
    completedAt: null,
    completedBy: null,
    completionSetId: null,
    creatorId: userOf(actor),
    createdAt: at.toISOString(),
  }
}

export function partOf(
  item: TemplateItem,
  place: { planId: number; position: number; taskIds: readonly number[] },
  { values, ownerId }: Drafted,
  { startDate, lookups, currencyId, keyOf }: Common,
  at: Date,
): PartState {
  const base = {
    ...emptyPart,
    ...place,
    kind: item.kind,
    name: filledName(item.name, values) || item.kind,
    description: filledText(item.description, values),
    createdAt: at.toISOString(),
  }
  if (item.kind === 'NOTE') return base
  const dates = {
    startDate: dayOf(startDate, item.startDay),
    dueDate: dayOf(startDate, item.dueDay),
    ownerId,
  }
  if (item.kind === 'MILESTONE') {
    const { completesWithTasks } = item
    const statusId = lookups.meaning('MILESTONE_STATUS', 'open')
    return { ...base, ...dates, statusId, completesWithTasks }
  }
  const { targetType: type, targetCriteria: criteria, startValue: start, targetValue: target } = item
  const amountsIn = item.currencyDefinitionId ?? currencyId
  return {
    ...base,
    ...dates,
    progressId: lookups.meaning('KPI_PROGRESS', 'none'),
    target: { type, criteria, start, target, currencyId: type === 'currency' ? amountsIn : null },
    sourceKey: item.sourceField === null ? null : keyOf(item.sourceField),
  }
}

/** Why a record gets no plan; undefined where it does. */
export function whyNot(
  { level }: PlanTemplate,
  record: TargetRecord | undefined,
  isRunning: boolean | undefined,
): string | undefined {
  if (!record) return "This record does not exist, or you can't see it."
  if (record.level !== level) return 'The template is for records of another level.'
  if (record.isArchived) return 'This record is archived.'
  return isRunning ? 'It already has an open plan of this name.' : undefined
}
