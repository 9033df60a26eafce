import { taskStatuses } from '@steward/contracts/plain/task'
import type { Kpi, Milestone, PlanItem } from '@steward/contracts/success-plan/item'
import type { SuccessPlan, SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { may, type Actor } from '../../platform/actor.ts'
import type { Catalogue } from '../field/index.ts'
import type { FileService } from '../file/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { isMet, progressOf } from './kpi.rules.ts'
import { followedField } from './kpi.source.ts'
import type { Lookups } from './lookup.service.ts'
import type { CountedPlanRow, PartRow, PlanRow, ReadPart } from './plan.read-model.ts'
import { planTable, type KpiTarget, type PartState } from './plan.state.ts'

/** What is known around the plans that are shown. */
export interface Presenting {
  users: UserDirectory
  lookups: Lookups
  files: Awaited<ReturnType<FileService['brief']>>
  catalogue: Catalogue | undefined
}

/** The same with how far it is, in percent; 0 for notes and files. */
interface ShownPart extends ReadPart {
  figure: Figure
  percent: number
}

/** A milestone or a KPI as far as the figures of its plan need it. */
interface Figure {
  kind: 'MILESTONE' | 'KPI'
  isCompleted: boolean
  target: KpiTarget | null
  currentValue: number | null
  /** Tasks that are not archived. */
  tasks: number
  completedTasks: number
}

/** How many milestones and KPIs a plan has, and how far they are. */
type Figures = Pick<
  SuccessPlan,
  'completionPercent' | 'milestones' | 'completedMilestones' | 'kpis' | 'metKpis'
>

const people = (ids: readonly number[], users: UserDirectory) =>
  ids.flatMap((id) => personOf(users, id) ?? [])

const nameOf = (lookups: Lookups, id: number): string => lookups.byId.get(id)?.name ?? ''

/** A share in percent, cut off after two decimals, so that 100 is said of what is complete, and only that. */
const percentOfWhole = (part: number, whole: number): number => Math.floor((part * 10_000) / whole) / 100

/** How far a milestone is by its tasks, in percent. Archived tasks don't count. */
function milestonePercent({ isCompleted, tasks, completedTasks }: Figure): number {
  if (isCompleted) return 100
  return tasks === 0 ? 0 : percentOfWhole(completedTasks, tasks)
}

const kpiPercent = ({ isCompleted, target, currentValue }: Figure): number =>
  isCompleted || target === null ? 100 : progressOf(target, currentValue)

const figurePercent = (figure: Figure): number =>
  figure.kind === 'MILESTONE' ? milestonePercent(figure) : kpiPercent(figure)

const isKpiMet = ({ target, currentValue }: Pick<Figure, 'target' | 'currentValue'>): boolean =>
  target !== null && currentValue !== null && isMet(target, currentValue)

function figureOf({ tasks }: PartRow, { kind, completedAt, target, currentValue }: PartState): Figure {
  const counted = tasks.map(({ status }) => taskStatuses[status - 1]).filter((one) => one !== 'ARCHIVED')
  return {
    kind: kind === 'MILESTONE' ? kind : 'KPI',
    isCompleted: completedAt !== null,
    target,
    currentValue,
    tasks: counted.length,
    completedTasks: counted.filter((one) => one === 'COMPLETED').length,
  }
}

const isWorked = ({ kind }: PartState): boolean => kind === 'MILESTONE' || kind === 'KPI'

function shownOf({ row, state }: ReadPart): ShownPart {
  const figure = figureOf(row, state)
  return { row, state, figure, percent: isWorked(state) ? figurePercent(figure) : 0 }
}

const baseOf = (row: PartRow, state: PartState) => ({
  itemId: row.id,
  successPlanId: state.planId,
  version: row.version,
  description: state.description,
  isArchived: state.isArchived,
  createdAt: state.createdAt,
  updatedAt: row.updatedAt,
})

/** Spread before anything else, as here, an object is copied as a whole; later ones are copied key by key. */
const workedOf = ({ row, state, percent }: ShownPart, { users }: Presenting) => ({
  ...baseOf(row, state),
  startDate: state.startDate,
  dueDate: state.dueDate,
  ownerId: state.ownerId,
  owner: personOf(users, state.ownerId),
  collaborators: people(state.collaboratorIds, users),
  completedAt: state.completedAt,
  completedBy: personOf(users, state.completedBy),
  completionPercent: percent,
})

function presentMilestone(part: ShownPart, known: Presenting): Milestone {
  const { row, state } = part
  const { users, lookups } = known
  const statusId = state.statusId ?? lookups.meaning('MILESTONE_STATUS', 'open')
  return {
    ...workedOf(part, known),
    kind: 'MILESTONE',
    milestoneId: row.id,
    name: state.name,
    statusId,
    statusName: nameOf(lookups, statusId),
    taskIds: row.tasks.map(({ taskId }) => taskId),
    tasks: row.tasks.map(({ taskId, title, status, dueDate, assigneeId }) => ({
      taskId,
      title,
      status: taskStatuses[status - 1] ?? 'OPEN',
      dueDate,
      assignee: personOf(users, assigneeId),
    })),
    completesWithTasks: state.completesWithTasks,
  }
}

const sourceOf = (key: string | null, catalogue: Catalogue | undefined): Kpi['source'] => {
  if (key === null) return { field: null, label: 'Entered by hand', state: 'byHand' }
  const field = catalogue && followedField(catalogue, key)
  if (!field) return { field: null, label: 'Deleted field', state: 'broken' }
  return { field: field.name, label: field.displayName, state: 'following' }
}

function presentKpi(part: ShownPart, known: Presenting): Kpi {
  const { row, state } = part
  const { lookups, users, catalogue } = known
  const { type, criteria, start, target, currencyId } = state.target as KpiTarget
  const progressId = state.progressId ?? lookups.meaning('KPI_PROGRESS', 'none')
  return {
    ...workedOf(part, known),
    kind: 'KPI',
    kpiId: row.id,
    kpiName: state.name,
    progressId,
    progressName: nameOf(lookups, progressId),
    currentKpiValue: state.currentValue,
    currentAt: state.currentAt,
    currentBy: personOf(users, state.currentBy),
    targetDetails: {
      targetType: type,
      targetCriteria: criteria,
      startValue: start,
      targetValue: target,
      currentKpiValue: state.currentValue,
      currencyDefinitionId: currencyId,
    },
    isMet: isKpiMet(state),
    source: sourceOf(state.sourceKey, catalogue),
  }
}

function presentPart(part: ShownPart, known: Presenting): PlanItem {
  const { row, state } = part
  if (state.kind === 'MILESTONE') return presentMilestone(part, known)
  if (state.kind === 'KPI') return presentKpi(part, known)
  const note = { ...baseOf(row, state), name: state.name }
  if (state.kind === 'NOTE') return { kind: 'NOTE', ...note }
  const files = state.fileIds.flatMap((id) => {
    const file = known.files.get(id)
    return file ? [{ fileId: id, name: file.name, mediaType: file.mediaType, size: file.size }] : []
  })
  return { kind: 'FILE', ...note, files }
}

/** An item without its plan. */
export const presentItem = (part: ReadPart, known: Presenting): PlanItem => presentPart(shownOf(part), known)

/** Of milestones and KPIs that are not archived. */
function figuresOf(isCompleted: boolean, parts: readonly ShownPart[]): Figures {
  const counted = parts.filter(({ state }) => isWorked(state) && !state.isArchived)
  const of = (kind: Figure['kind']) => counted.flatMap(({ figure }) => (figure.kind === kind ? [figure] : []))
  const [milestones, kpis] = [of('MILESTONE'), of('KPI')]
  const sum = counted.reduce((total, { percent }) => total + Math.round(percent * 100), 0)
  const mean = counted.length === 0 ? 0 : percentOfWhole(sum, counted.length * 10_000)
  return {
    completionPercent: isCompleted ? 100 : mean,
    milestones: milestones.length,
    completedMilestones: milestones.filter((figure) => figure.isCompleted).length,
    kpis: kpis.length,
    metKpis: kpis.filter((figure) => figure.isCompleted || isKpiMet(figure)).length,
  }
}

/** The same as the database counted it. */
const figuresIn = (row: CountedPlanRow): Figures => ({
  completionPercent: row['completed_at'] === null ? row.hundredths / 100 : 100,
  milestones: row.milestones,
  completedMilestones: row.completed_milestones,
  kpis: row.kpis,
  metKpis: row.met_kpis,
})

function presentWith(
  actor: Actor,
  row: PlanRow,
  figures: Figures,
  { users, lookups }: Pick<Presenting, 'users' | 'lookups'>,
): SuccessPlan {
  const state = planTable.stateOf(row)
  return {
    successPlanId: row.id,
    version: row.version,
    name: state.name,
    description: state.description,
    startDate: state.startDate,
    dueDate: state.dueDate,
    ownerId: state.ownerId,
    owner: personOf(users, state.ownerId),
    collaborators: people(state.collaboratorIds, users),
    statusId: state.statusId,
    statusName: nameOf(lookups, state.statusId),
    progressId: state.progressId,
    progressName: nameOf(lookups, state.progressId),
    record: { level: row.level, id: state.recordId, name: row.record_name },
    organizationId: row.organization_id,
    accountId: row.account_id,
    isArchived: state.isArchived,
    isBehind: row.is_behind,
    completedAt: state.completedAt,
    completedBy: personOf(users, state.completedBy),
    ...figures,
    createdAt: state.createdAt,
    updatedAt: row.updated_at.toISOString(),
    mayEdit: may(actor, 'plan.edit'),
  }
}

/** A plan of a list. */
export const presentPlan = (
  actor: Actor,
  row: CountedPlanRow,
  known: Pick<Presenting, 'users' | 'lookups'>,
): SuccessPlan => presentWith(actor, row, figuresIn(row), known)

export function presentDetail(
  actor: Actor,
  row: PlanRow,
  read: readonly ReadPart[],
  known: Presenting,
): SuccessPlanDetail {
  const parts = read.map(shownOf)
  return {
    ...presentWith(actor, row, figuresOf(row['completed_at'] !== null, parts), known),
    items: parts.map((part) => presentPart(part, known)),
  }
}
