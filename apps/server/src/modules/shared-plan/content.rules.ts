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

const dates = ({ startDate, dueDate }: { startDate: string | null; dueDate: string | null }): string[] => [
  ...(startDate ? [`Starts ${startDate}`] : []),
  ...(dueDate ? [`Due ${dueDate}`] : []),
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
      dueDate,
      isDone: status === 'COMPLETED',
    })),
  }
}

/** Names the unit of an amount. */
export type CodeOf = (currencyDefinitionId: number) => string

function sharedKpi(item: Kpi, codeOf: CodeOf): SharedItem {
  const { targetType, targetCriteria, startValue, targetValue, currencyDefinitionId } = item.targetDetails
  const units = {
    numeric: '',
    percentage: ' %',
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
      `Target: ${targetCriteria} ${text(targetValue)}`,
      ...dates(item),
    ],
    percent: item.completionPercent,
    tasks: [],
  }
}

function sharedItem(item: PlanItem, taskIds: ReadonlySet<number>, codeOf: CodeOf): SharedItem {
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
  codeOf: CodeOf,
): SharedContent | null {
  if (plan.isArchived) return null
  const [items, tasks] = [new Set(itemIds), new Set(taskIds)]
  return {
    company,
    name: plan.name,
    description: description ? plan.description : null,
    facts: [...(status ? [plan.statusName, plan.progressName] : []), ...(showsDates ? dates(plan) : [])],
    items: plan.items
      .filter(({ itemId, isArchived }) => items.has(itemId) && !isArchived)
      .map((item) => sharedItem(item, tasks, codeOf)),
  }
}
