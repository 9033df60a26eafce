import { kpiTargetWords } from '@steward/contracts/plain/success-plan'
import type { Kpi, Milestone, PlanItem } from '@steward/contracts/success-plan/item'
import type { ShownPlan } from '@steward/contracts/success-plan/share'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'

interface SharedTask {
  taskId: number
  title: string
  dueDate: string | null
  isDone: boolean
}

interface SharedItem {
  name: string
  description: string | null
  facts: string[]
  percent: number | null
  tasks: SharedTask[]
}

/** What a shared page shows: nothing else is sent. */
export interface SharedContent {
  company: string
  name: string
  description: string | null
  facts: string[]
  items: SharedItem[]
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as the app writes it, in the language of the page: Jan 25, 2027. */
export const writtenDay = (day: string): string => dayFormat.format(Date.parse(day))

const dates = ({ startDate, dueDate }: { startDate: string | null; dueDate: string | null }): string[] => [
  ...(startDate ? [`Starts ${writtenDay(startDate)}`] : []),
  ...(dueDate ? [`Due ${writtenDay(dueDate)}`] : []),
]

function sharedMilestone(item: Milestone, taskIds: ReadonlySet<number>): SharedItem {
  const tasks = item.tasks.filter(({ taskId, status }) => taskIds.has(taskId) && status !== 'ARCHIVED')
  return {
    name: item.name,
    description: item.description,
    facts: [item.statusName, ...dates(item)],
    // Their share would tell how many tasks there are that are not shown.
    percent: null,
    tasks: tasks.map(({ taskId, title, dueDate, status }) => ({
      taskId,
      title,
      dueDate: dueDate && writtenDay(dueDate),
      isDone: status === 'COMPLETED',
    })),
  }
}

/** What a plan names by ids. */
export interface Words {
  /** The unit of an amount. */
  codeOf(currencyDefinitionId: number): string
  /** Whether a progress says something: "Not set" doesn't. */
  isSaid(progressId: number): boolean
}

function sharedKpi(item: Kpi, codeOf: Words['codeOf']): SharedItem {
  const { targetType, targetCriteria, startValue, targetValue, currencyDefinitionId } = item.targetDetails
  const units = {
    numeric: '',
    percentage: '%',
    currency: currencyDefinitionId === null ? '' : ` ${codeOf(currencyDefinitionId)}`,
  }
  const text = (value: number) =>
    `${value.toLocaleString('en-US', { maximumFractionDigits: 20 })}${units[targetType]}`
  return {
    name: item.kpiName,
    description: item.description,
    facts: [
      `Start ${text(startValue)}`,
      ...(item.currentKpiValue === null ? [] : [`Now ${text(item.currentKpiValue)}`]),
      `Target: ${kpiTargetWords[targetCriteria]} ${text(targetValue)}`,
      ...dates(item),
    ],
    percent: item.completionPercent,
    tasks: [],
  }
}

function sharedItem(item: PlanItem, taskIds: ReadonlySet<number>, codeOf: Words['codeOf']): SharedItem {
  if (item.kind === 'MILESTONE') return sharedMilestone(item, taskIds)
  if (item.kind === 'KPI') return sharedKpi(item, codeOf)
  const facts = item.kind === 'FILE' ? item.files.map(({ name }) => name) : []
  return { name: item.name, description: item.description, facts, percent: null, tasks: [] }
}

/** The part of a plan that was ticked; null while the plan is archived. */
export function contentOf(
  plan: SuccessPlanDetail,
  { description, dates: showsDates, status, itemIds, taskIds }: ShownPlan,
  company: string,
  { codeOf, isSaid }: Words,
): SharedContent | null {
  if (plan.isArchived) return null
  const states = [plan.statusName, ...(isSaid(plan.progressId) ? [plan.progressName] : [])]
  const [items, tasks] = [new Set(itemIds), new Set(taskIds)]
  return {
    company,
    name: plan.name,
    description: description ? plan.description : null,
    facts: [...(status ? states : []), ...(showsDates ? dates(plan) : [])],
    items: plan.items
      .filter(({ itemId, isArchived }) => items.has(itemId) && !isArchived)
      .map((item) => sharedItem(item, tasks, codeOf)),
  }
}
